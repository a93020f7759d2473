import type { FastifyInstance } from 'fastify'
import { traffic } from '#contract/traffic.ts'
import type { Deps } from '#server/deps.ts'
import { sendCsv } from '#server/http/csv.ts'
import { mount, mountBytes } from '#server/http/mount.ts'
import { outgoingTraffic } from '#server/http/outgoing.ts'
import { textOf } from '#server/http/texts.ts'
import { type Passage, watchTraffic } from '#server/http/traffic.ts'
import { liveTraffic } from './live.ts'
import { trafficMeter } from './meter.ts'
import { trafficService } from './service.ts'
import { sqlTrafficStore } from './store.ts'

/** Intervals for sending counts to other nodes and for saving them; a kill loses no more than the latter. Milliseconds. */
const TICK_MS = 1000
const SAVE_MS = 10_000
const COLUMNS = ['from', 'channel', 'requests', 'inBytes', 'outBytes'] as const

/** Counts what passes through each channel, and shows it to administrators. */
export function trafficModule(app: FastifyInstance, { db, bus, now, log }: Deps) {
  const meter = trafficMeter()
  const listeners: ((passage: Passage) => void)[] = []
  const countRequests = watchTraffic(app, (passage) => {
    meter.count(passage)
    for (const listener of listeners) listener(passage)
  })
  const outgoing = outgoingTraffic(meter.count)
  const countUnderWay = () => {
    countRequests()
    outgoing.countOpen()
  }
  const live = liveTraffic({ bus, meter, now })
  const service = trafficService({ store: sqlTrafficStore(db), meter, countUnderWay, now })

  mount(app, traffic.show, service.show)
  mount(app, traffic.top, service.top)
  mount(app, traffic.live, live.watch)
  mountBytes(app, traffic.export, async (wish, { reply, language }) => {
    const name = `traffic-${now().toISOString().slice(0, 10)}.csv`
    const headings = COLUMNS.map((column) => textOf(language, `traffic.columns.${column}`))
    return sendCsv(reply, name, headings, service.rows(wish))
  })

  const tick = async () => {
    countUnderWay()
    await live.tick()
  }
  const failed = (err: unknown) => log.warn({ err }, 'traffic not counted')
  const timers: NodeJS.Timeout[] = []
  app.addHook('onClose', async () => {
    for (const timer of timers) clearInterval(timer)
    if (timers.length) await service.save().catch(failed)
  })
  return {
    /** Tells what passes in requests. */
    hear: (listener: (passage: Passage) => void): void => void listeners.push(listener),
    count: meter.count,
    watchOutgoing: outgoing.watch,
    tick,
    save: service.save,
    sweep: service.sweep,
    /** Counts by the clock until the application closes. */
    start(): void {
      timers.push(setInterval(() => void tick().catch(failed), TICK_MS).unref())
      timers.push(setInterval(() => void service.save().catch(failed), SAVE_MS).unref())
    },
  }
}
export type Traffic = ReturnType<typeof trafficModule>
