/** A start that cannot go on for a reason the operator can mend: the message is the one sentence to show, without a stack. */
export class StartRefusal extends Error {
  override name = 'StartRefusal'
}
