import FunnelModel
import Testing

struct FieldPathTests {
  @Test(arguments: [
    "a", "a.b", "a.0.b", "event_params[key=step_id].value", "list[name=b*].x", "a[k=v]", "a[k=v][m=w].x",
    "contexts.data[schema=iglu:com.x.y/client_session/*].data.userId", "event_properties.[Experiment] new-flow",
    "properties.Price [EUR]", "a [b] c.d", "$feature/x", "a b",
  ])
  func readsWhatAPersonMayWrite(text: String) throws {
    #expect(try FieldPath(asked: text).dotted == text)
  }

  @Test(
    arguments: [
      ("", .emptyPart), (".", .emptyPart), ("a..b", .emptyPart), (".a", .emptyPart), ("a.", .emptyPart),
      ("a[k=v]..b", .emptyPart), ("a[k=v].", .emptyPart),
      ("event_params[key=uid", .openBracket), ("a[", .openBracket), ("a.[x.b", .openBracket), ("a[k=v.b", .openBracket),
      ("a]", .strayBracket), ("]", .strayBracket), ("a[k=v]]", .misplacedChoice), ("a.b].c", .strayBracket),
      ("[x]", .noChoice), ("event_params[step_id].value", .noChoice), ("items[0].name", .noChoice),
      ("a[key=].value", .noChoice), ("a[=v].value", .noChoice), ("a[].b", .noChoice), ("[]", .misplacedChoice),
      ("a.[*b].c", .noChoice),
      ("a[k=v]b", .misplacedChoice), ("[k=v].b", .misplacedChoice), ("a.[k=v].b", .misplacedChoice),
    ] as [(String, FieldPathFault)])
  func saysWhatIsWrong(text: String, fault: FieldPathFault) {
    #expect(throws: fault) { try FieldPath(asked: text) }
    #expect(FieldReference(text) == nil)
  }
}
