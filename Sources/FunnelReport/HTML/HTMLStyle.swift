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
    "svg", ["class": "patterns", "width": "0", "height": "0", "aria-hidden": "true", "focusable": "false"],
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
        .tag("rect", ["class": style, "x": "1", "y": "1", "width": "20", "height": "10"])
      case .line(let style):
        .tag("rect", ["class": style, "x": "10", "width": style == "median" ? "2" : "1", "height": "12"])
      case .bar(let style):
        .tag("rect", ["class": style, "x": "1", "y": "5", "width": "20", "height": "3"])
      case .point(let style):
        .tag("circle", ["class": style, "cx": "11", "cy": "6", "r": "4"])
      }
    return .tag(
      "svg", ["class": "swatch", "width": "22", "height": "12", "aria-hidden": "true", "focusable": "false"], [drawn])
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
    .picture .number{fill:var(--soft);text-anchor:end}
    .picture .value{text-anchor:end;font-weight:600}
    .picture .tick,.picture .remark{font-size:11.5px;fill:var(--soft);font-weight:400}
    .ground{fill:none;pointer-events:all}
    .row .ground{width:100%;height:44px;y:-15px}
    .row:hover text{fill:var(--link)}
    .grid{stroke:var(--rule)}
    .track{fill:var(--faint)}
    .completed,.converted,.skipped,.in_progress,.dismissed,.dropped{stroke:var(--paper);stroke-width:1}
    .completed,.converted{fill:var(--passed)}
    .skipped{fill:url(#hatch)}
    .in_progress{fill:var(--paper);stroke:var(--wait);stroke-dasharray:3 2}
    .dismissed{fill:url(#dots)}
    .dropped{fill:var(--lost)}
    .passed-ink{fill:var(--passed)}
    .passed-pale{fill:var(--passed-pale)}
    .lost-ink{fill:var(--lost)}
    .lost-pale{fill:var(--lost-pale)}
    .row .track,.row .completed,.row .converted,.row .skipped,.row .in_progress,.row .dismissed,.row .dropped\
    {y:7px;height:14px}
    .row .track{width:100%}
    .likely,.anytime{fill:var(--ink)}
    .row .likely{y:13px;height:2px;stroke:var(--paper);stroke-width:3;paint-order:stroke}
    .times .likely{y:23px;height:3px;stroke:none}
    .row .median{y:4px;width:2px;height:22px;transform:translateX(-1px)}
    .row .ninety{y:10px;width:1px;height:16px}
    .row .anytime{y:13px;height:2px}
    .row .clear,.row .unclear{y:11px;height:6px}
    .spread{fill:var(--passed-pale);stroke:var(--passed);stroke-width:1;vector-effect:non-scaling-stroke}
    .median{fill:var(--ink)}
    .ninety{fill:var(--soft)}
    .band{fill:var(--passed-pale)}
    .course{fill:none;stroke:var(--passed);stroke-width:1.25;vector-effect:non-scaling-stroke}
    .reach{stroke:var(--soft);stroke-width:1.5;fill:var(--soft)}
    .final,.open{fill:var(--passed);stroke:var(--paper);stroke-width:1}
    .open{fill:var(--paper);stroke:var(--passed);stroke-width:1.75}
    .ring{fill:none;stroke:var(--lost);stroke-width:2}
    .picture .flag{fill:var(--lost);font-size:12px;font-weight:600}
    .zero{stroke:var(--wait)}
    .clear{fill:var(--lost)}
    .unclear{fill:var(--wait)}
    .point{fill:var(--ink);stroke:var(--paper);stroke-width:1.5}
    .scroll{overflow-x:auto;margin:1rem 0 1.5rem}
    table{border-collapse:collapse;font-size:.8125rem;line-height:1.4;min-width:100%}
    caption{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
    th,td{padding:.3rem .55rem;text-align:right;vertical-align:baseline;border-bottom:1px solid var(--rule);\
    white-space:nowrap}
    th{font-weight:600}
    thead th{color:var(--soft);white-space:normal;vertical-align:bottom;border-bottom-color:var(--soft)}
    .l{text-align:left}
    tbody .l{white-space:normal;min-width:7rem}
    tbody th{font-weight:500}
    tr>:first-child{padding-left:0}
    tr>:last-child{padding-right:0}
    @media (max-width:40rem){main{padding:1.5rem 1rem 3rem}h1{font-size:1.4rem}}
    @page{size:A4;margin:14mm}
    @media print{body{font-size:10pt}main{max-width:none;padding:0}nav{display:none}\
    section.part{margin-top:8mm;padding-top:5mm}.figures{grid-template-columns:1fr 1fr;gap:4mm 8mm;zoom:.8}\
    figure:only-child{grid-column:1/-1}\
    h2,h3,figcaption,.legend{break-after:avoid}figure,tr,.row{break-inside:avoid}thead{display:table-header-group}\
    .scroll{overflow:visible}table{font-size:7.5pt}.x{display:none}th,td{padding:.7mm 1.2mm}tbody .l{min-width:0}}

    """
}
