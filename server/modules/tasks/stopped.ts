/** Why a node stops working on a task that has not ended by itself: somebody cancelled it, another node has it, the node ends. */
export class Stopped extends Error {
  readonly why: 'cancelled' | 'lost' | 'ending'

  constructor(why: Stopped['why']) {
    super(`task ${why}`)
    this.why = why
  }
}
