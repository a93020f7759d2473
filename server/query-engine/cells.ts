import {
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBListValue,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampSecondsValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  type DuckDBType,
  DuckDBTypeId,
  type DuckDBValue,
  JsonDuckDBValueConverter,
} from '@duckdb/node-api'
import { parseNumber } from '#contract/cells/number.ts'
import type { Cell } from '#contract/tables/columns.ts'
import type { EngineType } from './wire.ts'

type Form = { type: EngineType; cellOf: (value: DuckDBValue, type: DuckDBType) => Cell }

const text: Form = {
  type: 'text',
  cellOf: (value, type) => {
    const json = JsonDuckDBValueConverter(value, type, JsonDuckDBValueConverter)
    return typeof json === 'string' ? json : JSON.stringify(json)
  },
}
const whole: Form = { type: 'number', cellOf: String }

/** A canonical decimal; what is no number keeps its name, as in PostgreSQL: NaN, Infinity, -Infinity. */
const decimal = (digits: string): string => {
  const value = parseNumber(digits)
  return value === null || value === 'tooLong' ? digits : value
}

/** The shortest digits that mean the same single-precision number. */
function single(value: number): string {
  for (let digits = 6; digits < 9; digits += 1) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === value) return String(short)
  }
  return String(value)
}

const EPOCH_YEAR_MAX = 253_402_300_799_999n
const EPOCH_YEAR_MIN = -62_135_596_800_000n

/** ISO 8601 in UTC to the millisecond, to the microsecond where there is more. */
function moment(micros: bigint, shown: string): string {
  const millis = micros >= 0n ? micros / 1000n : (micros - 999n) / 1000n
  if (millis > EPOCH_YEAR_MAX || millis < EPOCH_YEAR_MIN) return shown
  const iso = new Date(Number(millis)).toISOString()
  const rest = micros - millis * 1000n
  return rest === 0n ? iso : `${iso.slice(0, -1)}${String(rest).padStart(3, '0')}Z`
}

function momentOf(value: DuckDBValue): Cell {
  if (value instanceof DuckDBTimestampSecondsValue) return moment(value.seconds * 1_000_000n, String(value))
  if (value instanceof DuckDBTimestampMillisecondsValue) return moment(value.millis * 1000n, String(value))
  if (value instanceof DuckDBTimestampNanosecondsValue)
    return value.nanos % 1000n === 0n ? moment(value.nanos / 1000n, String(value)) : String(value)
  if (value instanceof DuckDBTimestampValue || value instanceof DuckDBTimestampTZValue)
    return moment(value.micros, String(value))
  return String(value)
}

const choices: Form = {
  type: 'choices',
  cellOf: (value) =>
    value instanceof DuckDBListValue ? value.items.filter((item) => item !== null).map(String) : String(value),
}
const number: Form = { type: 'number', cellOf: (value) => decimal(String(value)) }
const time: Form = { type: 'datetime', cellOf: momentOf }

const forms: Partial<Record<DuckDBTypeId, Form>> = {
  [DuckDBTypeId.BOOLEAN]: { type: 'boolean', cellOf: (value) => value === true },
  [DuckDBTypeId.TINYINT]: whole,
  [DuckDBTypeId.SMALLINT]: whole,
  [DuckDBTypeId.INTEGER]: whole,
  [DuckDBTypeId.BIGINT]: whole,
  [DuckDBTypeId.HUGEINT]: whole,
  [DuckDBTypeId.UTINYINT]: whole,
  [DuckDBTypeId.USMALLINT]: whole,
  [DuckDBTypeId.UINTEGER]: whole,
  [DuckDBTypeId.UBIGINT]: whole,
  [DuckDBTypeId.UHUGEINT]: whole,
  [DuckDBTypeId.BIGNUM]: whole,
  [DuckDBTypeId.FLOAT]: { type: 'number', cellOf: (value) => decimal(single(Number(value))) },
  [DuckDBTypeId.DOUBLE]: number,
  [DuckDBTypeId.DECIMAL]: {
    type: 'number',
    cellOf: (value) => decimal(value instanceof DuckDBDecimalValue ? value.toString() : String(value)),
  },
  [DuckDBTypeId.DATE]: {
    type: 'date',
    cellOf: (value) => (value instanceof DuckDBDateValue ? value.toString() : String(value)),
  },
  [DuckDBTypeId.TIMESTAMP]: time,
  [DuckDBTypeId.TIMESTAMP_S]: time,
  [DuckDBTypeId.TIMESTAMP_MS]: time,
  [DuckDBTypeId.TIMESTAMP_NS]: time,
  [DuckDBTypeId.TIMESTAMP_TZ]: time,
  [DuckDBTypeId.VARCHAR]: { type: 'text', cellOf: String },
}

/** How values of a type of DuckDB are answered: as tables answer theirs, anything else as a text. */
export function formOf(type: DuckDBType): Form {
  const isWords = type.typeId === DuckDBTypeId.LIST && 'valueType' in type
  if (isWords && type.valueType.typeId === DuckDBTypeId.VARCHAR) return choices
  return forms[type.typeId] ?? text
}
