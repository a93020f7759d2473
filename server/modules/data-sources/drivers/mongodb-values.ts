import { Failure } from '#server/failure.ts'
import { type ColumnShape, type Filter, type KnownColumn, shaped } from './session.ts'
import { momentOf, NUMBER } from './sql.ts'

/** A value of a document. Those of classes of the driver say their type. */
export type MongoValue =
  | null
  | undefined
  | string
  | number
  | bigint
  | boolean
  | Date
  | MongoValue[]
  | { _bsontype: string; sub_type?: number; buffer?: Uint8Array; toString(encoding?: string): string }
  | { [field: string]: MongoValue }
/** What makes values to compare with. */
export type MongoValues = {
  Double: new (value: number) => unknown
  Decimal128: { fromString(text: string): unknown }
  Long: { fromString(text: string): unknown }
  ObjectId: { new (hex: string): unknown; isValid(hex: string): boolean }
}

type Typed = Extract<MongoValue, { _bsontype: string }>
/** The driver's classes say their type; a document that has such a field of its own is a document. */
const isTyped = (value: object): value is Typed =>
  !Object.hasOwn(value, '_bsontype') && '_bsontype' in value && typeof value._bsontype === 'string'

/** The name of the type of a value, as the database has it. */
function typeOf(value: NonNullable<MongoValue>): string {
  if (typeof value === 'string') return 'string'
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'double'
  if (typeof value === 'bigint') return 'long'
  if (typeof value === 'boolean') return 'bool'
  if (value instanceof Date) return 'date'
  if (Array.isArray(value)) return 'array'
  if (!isTyped(value)) return 'object'
  return { ObjectId: 'objectId', Decimal128: 'decimal', Binary: 'binData' }[value._bsontype] ?? value._bsontype
}

const NUMBERS = ['int', 'long', 'double', 'decimal']
/** A field of a name with these signs can't be asked for. */
const UNNAMEABLE = /^\$|\.|^$/

function shapeOf(types: ReadonlySet<string>): ColumnShape {
  const all = [...types]
  if (all.length && all.every((type) => NUMBERS.includes(type))) return 'number'
  if (all.some((type) => type === 'object' || type === 'array')) return 'json'
  if (all.length !== 1) return 'text'
  return ({ bool: 'boolean', date: 'instant', binData: 'bytes' } as const)[all[0] ?? ''] ?? 'text'
}

/** The fields of documents as columns, in the order of their first appearance. */
export function mongoColumns(documents: readonly Record<string, MongoValue>[]): KnownColumn[] {
  const fields = new Map<string, Set<string>>()
  const counts = new Map<string, number>()
  for (const document of documents)
    for (const [name, value] of Object.entries(document)) {
      if (UNNAMEABLE.test(name)) continue
      const types = fields.get(name) ?? new Set()
      fields.set(name, types)
      if (value === null || value === undefined) continue
      types.add(typeOf(value))
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
  return [...fields].map(([name, types]) => {
    const shape = shaped(shapeOf(types))
    const isId = types.size === 1 && types.has('objectId')
    return {
      name,
      type: [...types].sort().join(', ') || 'null',
      isNullable: counts.get(name) !== documents.length,
      isKey: name === '_id',
      ...shape,
      isOrdered: shape.isOrdered || isId,
      bits: 0,
    }
  })
}

/** A value inside another one. Numbers have all their digits; what JSON has no form for is a text. */
function jsonOf(value: MongoValue): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return `[${value.map(jsonOf).join(', ')}]`
  const type = typeOf(value)
  if (type === 'object')
    return `{${Object.entries(value)
      .map(([field, one]) => `${JSON.stringify(field)}: ${jsonOf(one)}`)
      .join(', ')}}`
  const text = mongoText(value) ?? ''
  const isBare = type === 'bool' || (NUMBERS.includes(type) && /^-?\d/.test(text))
  return isBare ? text : JSON.stringify(text)
}

/** A value as a text for `parseCell`. */
export function mongoText(value: MongoValue): string | null {
  if (value === null || value === undefined) return null
  if (typeof value !== 'object') return String(value)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? String(value) : value.toISOString()
  if (Array.isArray(value) || !isTyped(value)) return jsonOf(value)
  if (value._bsontype === 'Binary') return bytesText(value)
  if (value._bsontype === 'ObjectId') return value.toString('hex')
  if (value._bsontype === 'Decimal128') return value.toString()
  return JSON.stringify(value, (_field, one: unknown) => (typeof one === 'bigint' ? String(one) : one))
}

const UUID_TYPE = 4
/** Bytes as hexadecimal digits, an identifier as it is usually written. */
function bytesText(value: Typed): string {
  const hex = value.toString('hex')
  const parts = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(hex)
  return value.sub_type === UUID_TYPE && parts ? parts.slice(1).join('-') : hex
}

const WHOLE = /^[+-]?\d{1,18}$/
const wrong = () => new Failure('dataSourceConditionWrong')

/** A value to compare a column with. Throws dataSourceConditionWrong. */
function comparable({ shape, type }: KnownColumn, value: string, mongo: MongoValues): unknown {
  const text = value.trim()
  if (shape === 'number') {
    if (!NUMBER.test(text)) throw wrong()
    if (WHOLE.test(text)) return mongo.Long.fromString(text.replace('+', ''))
    return type.includes('double') ? new mongo.Double(Number(text)) : mongo.Decimal128.fromString(text)
  }
  if (shape === 'boolean') {
    if (!/^(true|false|1|0)$/.test(text)) throw wrong()
    return text === 'true' || text === '1'
  }
  if (shape === 'instant') {
    const moment = momentOf(text)
    if (!moment) throw wrong()
    return new Date(`${moment.day}T${moment.time}Z`)
  }
  if (type !== 'objectId') return value
  if (!mongo.ObjectId.isValid(text)) throw wrong()
  return new mongo.ObjectId(text)
}

/** The texts that a pattern matches as they are. */
const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

function conditionOf({ column, operator, value }: Filter, mongo: MongoValues): object {
  const { name } = column
  if (operator === 'empty') return { [name]: null }
  if (operator === 'notEmpty') return { [name]: { $ne: null } }
  if (operator === 'contains' || operator === 'starts') {
    const input = { $convert: { input: `$${name}`, to: 'string', onError: '', onNull: '' } }
    const regex = `${operator === 'starts' ? '^' : ''}${escaped(value)}`
    return { $expr: { $regexMatch: { input, regex } } }
  }
  const compared = comparable(column, value, mongo)
  if (operator === 'leOrEmpty') return { $or: [{ [name]: { $lte: compared } }, { [name]: null }] }
  // As in SQL, what has no value is not different either.
  if (operator === 'ne') return { [name]: { $nin: [compared, null] } }
  return { [name]: { [`$${{ eq: 'eq', lt: 'lt', le: 'lte', gt: 'gt', ge: 'gte' }[operator]}`]: compared } }
}

/** Filters as the database takes them. Throws dataSourceConditionWrong. */
export const mongoFilter = (filters: readonly Filter[], mongo: MongoValues): object =>
  filters.length ? { $and: filters.map((filter) => conditionOf(filter, mongo)) } : {}
