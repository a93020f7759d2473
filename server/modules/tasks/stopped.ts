/** The node stops working on an unfinished task: it was cancelled, another node has it, or the node stops. */
export class Stopped extends Error {
  readonly why: 'cancelled' | 'lost' | 'ending'

  constructor(why: Stopped['why']) {
    super(`task ${why}`)
    this.why = why
  }
}
