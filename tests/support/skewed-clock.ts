/**
 * Preloaded into a server (`node --import`): the clock is AHEAD_MS ahead; each SIGWINCH switches it between ahead and
 * behind by that much.
 */
const Right = Date
const aheadMs = Number(process.env.AHEAD_MS ?? 0)
let isAhead = true
const nowMs = () => Right.now() + (isAhead ? aheadMs : -aheadMs)

globalThis.Date = new Proxy(Right, {
  construct: (target, given) => Reflect.construct(target, given.length ? given : [nowMs()]) as Date,
  get: (target, key) => (key === 'now' ? nowMs : (Reflect.get(target, key) as unknown)),
})
process.on('SIGWINCH', () => {
  isAhead = !isAhead
})
