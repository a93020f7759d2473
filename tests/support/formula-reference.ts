/** A number as a fraction; null: there is no value. */
export type Fraction = { n: bigint; d: bigint } | null
type Cells = Readonly<Record<string, Fraction>>
/** A formula with what it gives, computed without the product; `isExact`: without endless decimals on the way. */
export type Sample = { text: string; value: Fraction; isExact: boolean }

const big = (value: bigint) => (value < 0n ? -value : value)
export const fraction = (n: bigint, d = 1n): NonNullable<Fraction> => {
  let [a, b] = [big(n), big(d)]
  while (b) [a, b] = [b, a % b]
  const shared = d < 0n ? -(a || 1n) : a || 1n
  return { n: n / shared, d: d / shared }
}
const floor = ({ n, d }: NonNullable<Fraction>) => (n >= 0n ? n / d : -((-n + d - 1n) / d))
const less = (a: NonNullable<Fraction>, b: NonNullable<Fraction>) => a.n * b.d < b.n * a.d
type Two = (a: NonNullable<Fraction>, b: NonNullable<Fraction>) => Fraction
const plus: Two = (a, b) => fraction(a.n * b.d + b.n * a.d, a.d * b.d)
const times: Two = (a, b) => fraction(a.n * b.n, a.d * b.d)
const over: Two = (a, b) => (b.n ? fraction(a.n * b.d, a.d * b.n) : null)
const minus = (a: NonNullable<Fraction>) => fraction(-a.n, a.d)
const modulo: Two = (a, b) => {
  const quotient = over(a, b)
  return quotient && plus(a, minus(times(b, fraction(floor(quotient))) ?? b))
}
/** Half away from zero. */
const round = (a: NonNullable<Fraction>) => {
  const whole = floor(fraction(2n * big(a.n) + a.d, 2n * a.d))
  return fraction(a.n < 0n ? -whole : whole)
}

/** Makes formulas at random from a source of numbers between 0 and 1. */
export function formulaSamples(random: () => number, cells: Cells) {
  const whole = (below: number) => Math.floor(random() * below)
  const pick = <T>(from: readonly T[]): T => from[whole(from.length)] as T
  const all = (parts: readonly Sample[], combine: (values: NonNullable<Fraction>[]) => Fraction): Fraction => {
    const values = parts.map(({ value }) => value).filter((value) => value !== null)
    return values.length < parts.length ? null : combine(values)
  }
  const joined = (text: string, parts: readonly Sample[], combine: (values: NonNullable<Fraction>[]) => Fraction) => ({
    text,
    value: all(parts, combine),
    isExact: parts.every(({ isExact }) => isExact),
  })

  function leaf(): Sample {
    if (random() < 0.5) {
      const name = pick(Object.keys(cells))
      return { text: `[${name}]`, value: cells[name] ?? null, isExact: true }
    }
    const tenths = whole(200)
    return { text: String(tenths / 10), value: fraction(BigInt(tenths), 10n), isExact: true }
  }

  function binary(depth: number): Sample {
    const [a, b] = [sample(depth), sample(depth)]
    const sign = pick(['+', '-', '*', '/'])
    const combine: Record<string, Two> = { '+': plus, '-': (x, y) => plus(x, minus(y)), '*': times, '/': over }
    const made = joined(`(${a.text} ${sign} ${b.text})`, [a, b], ([x, y]) =>
      x && y ? (combine[sign]?.(x, y) ?? null) : null,
    )
    return { ...made, isExact: made.isExact && sign !== '/' }
  }

  function exact(depth: number): Sample {
    for (;;) {
      const made = sample(depth)
      if (made.isExact) return made
    }
  }

  function single(depth: number): Sample {
    const name = pick(['ABS', 'SIGN', '-', '%', 'INT', 'ROUND'])
    const a = name === 'INT' || name === 'ROUND' ? exact(depth) : sample(depth)
    const results: Record<string, (x: NonNullable<Fraction>) => Fraction> = {
      ABS: (x) => fraction(big(x.n), x.d),
      SIGN: (x) => fraction(x.n > 0n ? 1n : x.n < 0n ? -1n : 0n),
      '-': minus,
      '%': (x) => fraction(x.n, x.d * 100n),
      INT: (x) => fraction(floor(x)),
      ROUND: round,
    }
    const text = name === '-' ? `-${a.text}` : name === '%' ? `${a.text}%` : `${name}(${a.text})`
    return joined(text, [a], ([x]) => (x ? (results[name]?.(x) ?? null) : null))
  }

  function rest(depth: number): Sample {
    const [a, b] = [exact(depth), exact(depth)]
    return joined(`MOD(${a.text}, ${b.text})`, [a, b], ([x, y]) => (x && y ? modulo(x, y) : null))
  }

  /** Cells are skipped while they are empty; other arguments need a value. */
  function aggregate(depth: number): Sample {
    const name = pick(['SUM', 'AVERAGE', 'MIN', 'MAX'])
    const parts = Array.from({ length: 1 + whole(4) }, () => (random() < 0.5 ? leaf() : sample(depth)))
    const counted = parts.filter(({ text, value }) => value !== null || !/^\[\w+\]$/.test(text))
    const made = joined(`${name}(${parts.map(({ text }) => text).join(', ')})`, counted, (values) => {
      const total = values.reduce((sum, value) => plus(sum, value) ?? sum, fraction(0n))
      if (name === 'SUM') return total
      const [first] = values.toSorted((x, y) => (less(x, y) === (name === 'MIN') ? -1 : 1))
      return name === 'AVERAGE' ? over(total, fraction(BigInt(values.length))) : (first ?? null)
    })
    return { ...made, isExact: made.isExact && name !== 'AVERAGE' }
  }

  function choice(depth: number): Sample {
    const [a, b, yes, no] = [exact(depth), exact(depth), sample(depth), sample(depth)]
    const isLess = a.value && b.value ? less(a.value, b.value) : null
    const value = isLess === null ? null : isLess ? yes.value : no.value
    return { text: `IF(${a.text} < ${b.text}, ${yes.text}, ${no.text})`, value, isExact: yes.isExact && no.isExact }
  }

  function rescued(depth: number): Sample {
    const [a, b] = [sample(depth), sample(depth)]
    return { text: `IFERROR(${a.text}, ${b.text})`, value: a.value ?? b.value, isExact: a.isExact && b.isExact }
  }

  function sample(depth: number): Sample {
    if (depth <= 0 || random() < 0.1) return leaf()
    return pick([binary, binary, binary, single, rest, aggregate, choice, rescued])(depth - 1)
  }
  return sample
}

/** Whether a decimal of the database is a fraction, up to a few units of its thirtieth digit. */
export function isAbout(decimal: string | null, value: Fraction): boolean {
  if (decimal === null || value === null) return decimal === null && value === null
  const [whole = '', decimals = ''] = decimal.split('.')
  const found = fraction(BigInt(whole + decimals), 10n ** BigInt(decimals.length))
  const apart = plus(found, minus(value)) ?? found
  return big(apart.n) * 10n ** 22n <= apart.d * (1n + big(value.n) / value.d)
}
