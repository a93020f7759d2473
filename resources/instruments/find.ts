import { type Instrument, instruments } from '#contract/instruments.ts'
import { call } from '#providers/call.ts'
import type { Found } from '../../src/widgets/space-part.tsx'
import { pathOfInstrument } from './address.ts'

const typeOf = ({ manufacturer, model }: Instrument) => [manufacturer, model].filter(Boolean).join(' ')

export default async function findInstruments(q: string): Promise<Found[]> {
  const found = await call(instruments.find, { q }, { quiet: true, aside: true })
  return found.map((instrument) => ({
    id: instrument.id,
    name: instrument.name,
    hint: [instrument.space.name, typeOf(instrument)].filter(Boolean).join(' · '),
    path: pathOfInstrument(instrument),
  }))
}
