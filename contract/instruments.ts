import * as z from 'zod/mini'
import { INSTRUMENT_NOTE_MAX, INSTRUMENT_TEXT_MAX } from './core/limits.ts'
import { operation } from './core/operation.ts'
import { DayInput, Id, keyset, Nothing, Order, pageOf } from './core/shapes.ts'

export const InstrumentState = z.enum(['inUse', 'inRepair', 'retired'])
export type InstrumentState = z.infer<typeof InstrumentState>

/** Maximum length of a persistent identifier, in characters (our choice). */
const PID_MAX = 300
const PREFIX = /^(https?:\/\/(dx\.)?doi\.org\/|https?:\/\/hdl\.handle\.net\/|doi:\s*|hdl:\s*)/i
/** A handle is `prefix/suffix`, and a DOI is a handle whose prefix begins with `10.`. */
const HANDLE = /^\d+(\.[\w-]+)*\/[^\s\p{Cc}\p{Cf}]+$/u
const DOI = /^10\.\d{4,9}\//
const isPid = (text: string) =>
  HANDLE.test(text) || (/^https?:\/\/[^\s\p{Cc}\p{Cf}]+$/u.test(text) && URL.canParse(text))
/** The address at which a persistent identifier is resolved. */
export function pidAddress(pid: string): string {
  if (!HANDLE.test(pid)) return pid
  return DOI.test(pid) ? `https://doi.org/${pid}` : `https://hdl.handle.net/${pid}`
}

const line = z.string().check(z.trim(), z.maxLength(INSTRUMENT_TEXT_MAX), z.regex(/^\P{Cc}*$/u))
const optionalLine = z._default(line, '')

/**
 * The properties of an instrument that users fill in. Source of the fields: PIDINST, the metadata schema for
 * instruments.
 */
export const InstrumentDraft = z.object({
  name: line.check(z.minLength(1)),
  manufacturer: optionalLine,
  model: optionalLine,
  serialNumber: optionalLine,
  /** Persistent identifier: a DOI, a handle or a URL; '' for none. The usual prefixes are removed. */
  pid: z._default(
    z.string().check(
      z.trim(),
      z.overwrite((text) => text.replace(PREFIX, '')),
      z.maxLength(PID_MAX),
      z.refine((text) => text === '' || isPid(text)),
    ),
    '',
  ),
  location: optionalLine,
  /** The contact person. */
  contact: optionalLine,
  state: z._default(InstrumentState, 'inUse'),
  calibratedOn: z._default(z.nullable(DayInput), null),
  /** The day of the next calibration. */
  dueOn: z._default(z.nullable(DayInput), null),
  note: z._default(z.string().check(z.trim(), z.maxLength(INSTRUMENT_NOTE_MAX), z.regex(/^[\P{Cc}\n\r\t]*$/u)), ''),
})

/** `isDue`: it is not retired, and the day of its next calibration (UTC) has been reached. */
export const Instrument = z.extend(InstrumentDraft, { id: Id, isDue: z.boolean() })
export type Instrument = z.infer<typeof Instrument>
/** An instrument in a list of several spaces. */
export const SiteInstrument = z.extend(Instrument, { space: z.object({ id: Id, name: z.string() }) })
export type SiteInstrument = z.infer<typeof SiteInstrument>

export const InstrumentSort = z.enum(['name', 'manufacturer', 'due'])
const query = {
  ...keyset,
  q: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  state: z.optional(InstrumentState),
  isDue: z.optional(z.stringbool()),
  sort: z._default(InstrumentSort, 'name'),
  order: z._default(Order, 'asc'),
}
const one = { spaceId: Id, id: Id }

export const instruments = {
  list: operation({
    method: 'GET',
    path: '/instruments',
    gate: 'signedIn',
    paging: 'keyset',
    input: z.object({ spaceId: Id, ...query }),
    data: pageOf(Instrument),
    errors: ['featureOff', 'spaceNotFound', 'spaceRightMissing'],
  }),
  show: operation({
    method: 'GET',
    path: '/instruments/:id',
    gate: 'signedIn',
    input: z.object(one),
    data: Instrument,
    errors: ['featureOff', 'spaceNotFound', 'spaceRightMissing', 'instrumentGone'],
  }),
  create: operation({
    method: 'POST',
    path: '/instruments',
    gate: 'signedIn',
    input: z.extend(InstrumentDraft, { spaceId: Id }),
    data: Instrument,
    errors: [
      'featureOff',
      'spaceNotFound',
      'spaceRightMissing',
      'instrumentsTooMany',
      'instrumentPidTaken',
      'instrumentDueTooEarly',
    ],
  }),
  edit: operation({
    method: 'PUT',
    path: '/instruments/:id',
    gate: 'signedIn',
    input: z.extend(InstrumentDraft, one),
    data: Instrument,
    errors: [
      'featureOff',
      'spaceNotFound',
      'spaceRightMissing',
      'instrumentGone',
      'instrumentPidTaken',
      'instrumentDueTooEarly',
    ],
  }),
  remove: operation({
    act: 'delete',
    method: 'DELETE',
    path: '/instruments/:id',
    gate: 'signedIn',
    input: z.object(one),
    data: Nothing,
    errors: ['featureOff', 'spaceNotFound', 'spaceRightMissing', 'instrumentGone'],
  }),
  find: operation({
    method: 'GET',
    path: '/instruments/found',
    gate: 'signedIn',
    input: z.object({ q: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)) }),
    data: z.array(SiteInstrument),
    errors: ['featureOff'],
  }),
  all: operation({
    method: 'GET',
    path: '/setting/instruments',
    gate: 'admin',
    guard: 'session',
    paging: 'keyset',
    input: z.object(query),
    data: pageOf(SiteInstrument),
    errors: ['featureOff'],
  }),
}
