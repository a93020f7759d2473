import type { OptionalKind } from '#contract/data-sources.ts'
import { Failure } from '#server/failure.ts'

/** The packages of drivers that an installation has only if its operator added them, in the versions that fit. */
export const optionalPackages: Readonly<Record<OptionalKind, { name: string; version: string }>> = {
  sqlServer: { name: 'tedious', version: '19.2.2' },
  oracle: { name: 'oracledb', version: '26.0.0' },
  mongodb: { name: 'mongodb', version: '7.9.0' },
}

/**
 * The package of an optional driver; `Driver` is the part of it that we use, since its own types are missing with it.
 * Throws dataSourceDriverMissing.
 */
export async function optionalDriver<Driver>(
  kind: OptionalKind,
  load: (name: string) => Promise<{ default: Driver }> = (name) => import(name),
): Promise<Driver> {
  const { name, version } = optionalPackages[kind]
  try {
    return (await load(name)).default
  } catch (cause) {
    if ((cause as { code?: string }).code !== 'ERR_MODULE_NOT_FOUND') throw cause
    throw new Failure('dataSourceDriverMissing', { cause, values: { why: `${name}@${version}` } })
  }
}

/** Digits that always suffice for a single-precision number. */
const SINGLE_DIGITS = 9
/** The shortest decimal number that is this number of single precision. */
export function singleText(value: number): string {
  for (let digits = 1; digits < SINGLE_DIGITS; digits += 1) {
    const text = value.toPrecision(digits)
    if (Math.fround(Number(text)) === value) return String(Number(text))
  }
  return String(Number(value.toPrecision(SINGLE_DIGITS)))
}
