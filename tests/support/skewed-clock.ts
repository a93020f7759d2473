/**
 * Preloaded into a server (`node --import`), it makes the clock of its machine wrong by AHEAD_MS; each SIGWINCH sets that
 * clock back, or on again, by as much.
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
