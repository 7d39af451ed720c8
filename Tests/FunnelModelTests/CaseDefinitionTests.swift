import FunnelModel
import TestSupport
import Testing

/// The reader of definitions against the plain one, on the definitions of the cases.
@Suite struct CaseDefinitionTests {
  @Test(arguments: CaseFolder.all.filter { $0.definition != nil })
  func readsWhatThePlainReadingReads(_ folder: CaseFolder) throws {
    let bytes = try TestFiles.bytes(#require(folder.definition))
    let plain = try PlainOptions(definition: bytes, options: [])
    let file = try DefinitionFile(reading: bytes)
    var rules = AnalysisRules()
    file.analysis.apply(to: &rules)
    #expect(rules == plain.analysis.rules)
    let definition = try #require(plain.analysis.definition)
    #expect(file.definition.steps.map(\.id) == definition.steps.map(\.id))
    #expect(file.definition.steps.map(\.isOptional) == definition.steps.map(\.isOptional))
    #expect(file.definition.steps.map(\.matches) == definition.steps.map(\.matches))
    #expect(file.definition.flowMatches == definition.flowMatches)
    #expect(file.definition.variants.map(\.name) == definition.variants.map(\.name))
    #expect(file.definition.variants.map(\.steps) == definition.variants.map(\.steps))
  }
}
