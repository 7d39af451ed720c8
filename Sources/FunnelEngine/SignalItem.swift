import FunnelModel

/// One signal of an event as a number that sorts as its part of the event's key does: by place, then by rank.
///
/// The lower three bits are the rank of section 5, those above the place plus one: `flow_started` stands at 0, steps
/// from 1 on, `dismissed` and `flow_completed` after every step.
struct SignalItem: Hashable, Comparable, Sendable {
  private static let afterSteps: UInt32 = 0x1FFF_FFFF

  let code: UInt32

  init(code: UInt32) {
    self.code = code
  }

  /// A signal of the step at a place of the list.
  init(place: Int, _ signal: StepSignal) {
    code = UInt32(place + 1) << 3 | UInt32(signal.rawValue)
  }

  /// A signal of the flow.
  init(_ signal: FlowSignal) {
    code = (signal == .flowStarted ? 0 : Self.afterSteps << 3) | UInt32(signal.rawValue)
  }

  /// The step's place and what is said of it, or nil for a signal of the flow.
  var step: (place: Int, signal: StepSignal)? {
    guard code >> 3 > 0, code >> 3 < Self.afterSteps, let signal = StepSignal(rawValue: UInt8(code & 7)) else {
      return nil
    }
    return (Int(code >> 3) - 1, signal)
  }

  /// What is said of the flow, or nil for a signal of a step.
  var flow: FlowSignal? {
    step == nil ? FlowSignal(rawValue: UInt8(code & 7)) : nil
  }

  static func < (left: SignalItem, right: SignalItem) -> Bool { left.code < right.code }
}
