import { DAY_MS } from '#contract/core/time.ts'
import type { Tx } from '#server/storage/database.ts'
import type { Schema } from '#server/storage/schema.ts'
import type { PersonKey } from '../people.ts'
import type { SampleSpace } from '../sample.ts'

type Instrument = Schema['instrument']
type Sample = Omit<Instrument, 'id' | 'space_id' | 'contact' | 'calibrated_on' | 'due_on'> & {
  contact: PersonKey
  /** Days until the next calibration, a year after the last one; negative when it is overdue. */
  due: number
}

/** Instruments by space; the identifier has the prefix that is reserved for tests. */
const samples: Record<string, readonly Sample[]> = {
  alpinelake: [
    {
      name: '温盐深剖面仪',
      manufacturer: 'Sea-Bird Scientific',
      model: 'SBE 19plus V2',
      serial_number: '19P-7311',
      pid: '10.5072/alpinelake-ctd',
      location: '科考船后甲板',
      contact: 'zhang',
      state: 'inUse',
      due: 210,
      note: '每次出航前后各做一次静态比对。',
    },
    {
      name: '多参数水质仪',
      manufacturer: 'YSI',
      model: 'EXO2',
      serial_number: 'EXO-20-1187',
      pid: '',
      location: '湖心浮标',
      contact: 'zhang',
      state: 'inUse',
      due: -12,
      note: '叶绿素探头容易附着生物，每月清洗一次。',
    },
    {
      name: '自动气象站',
      manufacturer: 'Campbell Scientific',
      model: 'CR1000X',
      serial_number: 'CR-44902',
      pid: '',
      location: '东岸观测场',
      contact: 'sorensen',
      state: 'inRepair',
      due: 95,
      note: '风速传感器返厂维修。',
    },
    {
      name: '便携式溶解氧仪',
      manufacturer: 'Hach',
      model: 'HQ40d',
      serial_number: 'HQ-0953',
      pid: '',
      location: '实验室 302',
      contact: 'zhang',
      state: 'retired',
      due: -400,
      note: '',
    },
  ],
}

/** The instruments of a space. */
export async function instrumentsOfPast(tx: Tx, { id, identifier, person, now, newId }: SampleSpace): Promise<void> {
  const dayIn = (days: number) => new Date(now().getTime() + days * DAY_MS).toISOString().slice(0, 10)
  const rows = (samples[identifier] ?? []).map(({ due, contact, ...rest }) => ({
    ...rest,
    id: newId(),
    space_id: id,
    contact: person(contact).name,
    calibrated_on: dayIn(due - 365),
    due_on: dayIn(due),
  }))
  if (rows.length) await tx.insertInto('instrument').values(rows).execute()
}
