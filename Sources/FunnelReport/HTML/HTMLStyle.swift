/// How the page looks, and the policy that lets it look so and nothing else.
enum HTMLStyle {
  /// The page's Content-Security-Policy: nothing is fetched or run, and no style but the page's own holds.
  static let policy =
    """
    default-src 'none'; style-src 'sha256-\(ContentHash.base64(Array(sheet.description.utf8)))'; base-uri 'none'; \
    form-action 'none'
    """

  /// Textures by which areas are told apart without colour; areas refer to them.
  static let patterns: Markup = .tag(
    "svg", ["class": "patterns", "width": "0", "height": "0", "aria-hidden": "true"],
    [
      .tag(
        "defs", [:],
        [
          .tag(
            "pattern",
            [
              "id": "hatch", "width": "5", "height": "5", "patternUnits": "userSpaceOnUse",
              "patternTransform": "rotate(45)",
            ],
            [
              .tag("rect", ["class": "passed-pale", "width": "5", "height": "5"]),
              .tag("rect", ["class": "passed-ink", "width": "2", "height": "5"]),
            ]),
          .tag(
            "pattern", ["id": "bars", "width": "4", "height": "4", "patternUnits": "userSpaceOnUse"],
            [
              .tag("rect", ["class": "lost-ink", "width": "4", "height": "4"]),
              .tag("rect", ["class": "lost-gap", "width": "1", "height": "4"]),
            ]),
          .tag(
            "pattern", ["id": "dots", "width": "5", "height": "5", "patternUnits": "userSpaceOnUse"],
            [
              .tag("rect", ["class": "lost-pale", "width": "5", "height": "5"]),
              .tag("circle", ["class": "lost-ink", "cx": "2.5", "cy": "2.5", "r": "1.3"]),
            ]),
        ])
    ])

  /// A small picture of a mark for a legend.
  static func swatch(_ mark: Figure.Mark) -> Markup {
    let drawn: Markup =
      switch mark {
      case .area(let style):
        .tag("rect", ["class": style])
      case .line(let style):
        .tag("path", ["class": style, "d": "M11 0v12"])
      case .bar(let style):
        .tag("path", ["class": style, "d": "M1 6h20"])
      case .point(let style):
        .tag("circle", ["class": style, "cx": "11", "cy": "6", "r": "4"])
      }
    return .tag(
      "svg", ["class": "swatch", "aria-hidden": "true"], [drawn])
  }

  /// The style sheet.
  static let sheet: StaticString = """
    :root{--paper:#fff;--ink:#1d2329;--soft:#57606a;--rule:#dde2e7;--faint:#f3f5f7;--hover:#eef3f8;--passed:#2c6a9c;\
    --passed-pale:#d3e3f0;--lost:#b8531a;--lost-pale:#fae3d3;--wait:#6d7680;--link:#1f5c8b}
    @media screen and (prefers-color-scheme:dark){:root{--paper:#15181c;--ink:#e3e7eb;--soft:#a2abb5;--rule:#343b43;\
    --faint:#1d2126;--hover:#222931;--passed:#5fa3d6;--passed-pale:#1e3a50;--lost:#e08d53;--lost-pale:#4a2c17;\
    --wait:#8b949e;--link:#82bbe6}}
    *{box-sizing:border-box}
    html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
    body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,\
    "Helvetica Neue",Arial,sans-serif;font-variant-numeric:tabular-nums;overflow-wrap:break-word}
    main{max-width:74rem;margin:0 auto;padding:2.5rem 1.25rem 4rem}
    h1{font-size:1.75rem;line-height:1.25;font-weight:650;letter-spacing:-.01em;margin:0 0 .75rem}
    h2{font-size:1.25rem;line-height:1.3;font-weight:650;margin:0 0 .75rem}
    h3{font-size:1rem;font-weight:650;margin:2.25rem 0 .5rem}
    p,ul{margin:.5rem 0;max-width:46rem}
    ul{padding-left:1.2rem}
    li{margin:.25rem 0}
    li::marker{color:var(--soft)}
    section.part{margin-top:2.75rem;padding-top:1.75rem;border-top:1px solid var(--rule)}
    .lead{color:var(--soft)}
    .lead strong{color:var(--ink)}
    strong{font-weight:650}
    nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;list-style:none;padding:0;max-width:none;font-size:.875rem}
    nav li{margin:0}
    a{color:var(--link);text-underline-offset:.2em;text-decoration-thickness:1px}
    a:focus-visible,.scroll:focus-visible{outline:2px solid var(--link);outline-offset:2px}
    bdi,.name{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono","DejaVu Sans Mono",monospace}
    bdi{font-size:.9em;overflow-wrap:anywhere}
    bdi.empty,.remark{color:var(--soft)}
    .figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,28rem),1fr));gap:1.5rem 3rem;\
    margin:1rem 0 1.5rem}
    .note{grid-column:1/-1;margin:0;color:var(--soft);font-size:.875rem}
    figure{margin:0;display:grid;grid-row:span 3;grid-template:subgrid/minmax(0,1fr);row-gap:0}
    figcaption{font-size:.9375rem;font-weight:600}
    .legend{display:flex;flex-wrap:wrap;align-content:flex-start;gap:.1rem 1rem;list-style:none;padding:0;\
    margin:.25rem 0 .75rem;font-size:.8125rem;color:var(--soft)}
    .legend li{display:flex;align-items:center;gap:.4rem;margin:0}
    svg{display:block}
    .patterns{position:absolute}
    .picture{overflow:visible}
    .picture text{font-size:13px;fill:var(--ink)}
    .picture .name{font-size:12px;unicode-bidi:isolate}
    .row,.grounds{overflow:visible}
    .numbered .row>text:first-of-type{text-anchor:end;transform:translateX(18px);fill:var(--soft)}
    .numbered .row>text:nth-of-type(2){transform:translateX(26px);unicode-bidi:isolate;font:12px \
    ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono","DejaVu Sans Mono",monospace}
    .picture .row>text:last-of-type{text-anchor:end;font-weight:600}
    .swatch{width:22px;height:12px;flex:none}
    .swatch rect{x:1px;y:1px;width:20px;height:10px}
    .picture .tick,.picture .remark{font-size:11.5px;fill:var(--soft);font-weight:400}
    .row>rect:first-of-type{width:100%;height:44px;y:-15px;fill:none;pointer-events:all}
    .row:hover text{fill:var(--link)}
    .grounds rect{width:1px;y:24px;height:180px;fill:none;pointer-events:all}
    .grounds rect:hover{fill:var(--link);fill-opacity:.12}
    .lines{pointer-events:none}
    .lines path{fill:none;vector-effect:non-scaling-stroke}
    .grid{stroke:var(--rule)}
    .completed,.converted,.skipped,.in_progress,.dismissed,.dropped{stroke:var(--paper);stroke-width:1}
    .completed,.converted{fill:var(--passed)}
    .skipped{fill:url(#hatch)}
    .in_progress{fill:var(--paper);stroke:var(--wait);stroke-dasharray:3 2}
    .dismissed{fill:url(#dots)}
    .dropped{fill:url(#bars)}
    .passed-ink{fill:var(--passed)}
    .passed-pale{fill:var(--passed-pale)}
    .lost-ink{fill:var(--lost)}
    .lost-gap{fill:var(--paper)}
    .lost-pale{fill:var(--lost-pale)}
    .outcomes .row>rect:nth-of-type(2){width:100%;fill:var(--faint)}
    .outcomes .row>rect:nth-of-type(2),.row .completed,.row .converted,.row .skipped,.row .in_progress,.row .dismissed,.row .dropped\
    {y:7px;height:14px}
    .likely,.anytime{fill:var(--ink)}
    .row .likely{y:13px;height:2px;stroke:var(--paper);stroke-width:3;paint-order:stroke}
    .row .anytime{y:13px;height:2px}
    .row .clear,.row .unclear{y:11px;height:6px}
    .spread{fill:var(--passed-pale);stroke:var(--passed);stroke-width:1;vector-effect:non-scaling-stroke}
    path.median{stroke:var(--ink);stroke-width:2}
    path.ninety{stroke:var(--soft);stroke-width:1}
    path.likely{stroke:var(--ink);stroke-width:3}
    path.anytime{stroke:var(--ink);stroke-width:2}
    path.clear{stroke:var(--lost);stroke-width:6}
    path.unclear{stroke:var(--wait);stroke-width:6}
    .band{fill:var(--passed-pale)}
    .lines .course{stroke:var(--passed);stroke-width:1.25}
    path.reach{stroke:var(--soft);stroke-width:1.5}
    .final,.open{fill:var(--passed);stroke:var(--paper);stroke-width:1}
    .open{fill:var(--paper);stroke:var(--passed);stroke-width:1.75}
    .lines .halo,.lines .final,.lines .open,.lines .hole{stroke-linecap:round;stroke:var(--passed);stroke-width:7}
    .lines .halo{stroke:var(--paper);stroke-width:9}
    .lines .open{stroke-width:8.5}
    .lines .hole{stroke:var(--paper);stroke-width:5}
    .more .final{stroke-width:5.5}
    .more .halo{stroke-width:7.5}
    .more .open{stroke-width:6.5}
    .more .hole{stroke-width:3.5}
    .many .final,.many .halo{stroke-width:4}
    .many .open{stroke-width:5}
    .many .hole{stroke-width:2.5}
    .many path.reach{stroke-width:1}
    .ring{fill:none;stroke:var(--lost);stroke-width:2}
    .picture .flag{fill:var(--lost);font-size:12px;font-weight:600}
    .zero{stroke:var(--wait)}
    .clear{fill:var(--lost)}
    .unclear{fill:var(--wait)}
    .point{fill:var(--ink);stroke:var(--paper);stroke-width:1.5}
    .scroll{overflow-x:auto;margin:1rem 0 1.5rem}
    table{border-collapse:collapse;font-size:.8125rem;line-height:1.4;min-width:100%}
    caption{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
    th,td{padding:.3rem .4rem;text-align:right;vertical-align:baseline;border-bottom:1px solid var(--rule);\
    white-space:nowrap}
    th{font-weight:600}
    thead th{color:var(--soft);white-space:normal;vertical-align:bottom;border-bottom-color:var(--soft)}
    .l{text-align:left}
    tbody .l{white-space:normal;min-width:7rem}
    tbody .w{min-width:15rem}
    tbody th{font-weight:500}
    tr>:first-child{padding-left:0}
    tr>:last-child{padding-right:0}
    @media (max-width:40rem){main{padding:1.5rem 1rem 3rem}h1{font-size:1.4rem}}
    @page{size:A4;margin:14mm}
    @media print{body{font-size:10pt}main{max-width:none;padding:0}nav{display:none}\
    section.part{margin-top:8mm;padding-top:5mm}.figures{grid-template-columns:1fr 1fr;gap:4mm 8mm;zoom:.8}\
    figure:only-child{grid-column:1/-1}\
    h2,h3,figcaption,.legend{break-after:avoid}figure,tr,.row{break-inside:avoid}thead{display:table-header-group}\
    .scroll{overflow:visible}table{font-size:7.5pt}.x{display:none}th,td{padding:.7mm 1.2mm}tbody .l,tbody .w{min-width:0}}

    """
}
