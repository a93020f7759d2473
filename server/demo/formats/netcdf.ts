const [CHAR, DOUBLE, FLOAT] = [2, 6, 5]
const [DIMENSION, VARIABLE, ATTRIBUTE] = [10, 11, 12]

type Attributes = Record<string, string | number>
type Variable = { name: string; over: readonly string[]; data: Float32Array | Float64Array; attributes?: Attributes }
type Dataset = { dimensions: Record<string, number>; attributes: Attributes; variables: readonly Variable[] }

const word = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
const padded = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)])
const text = (value: string) => Buffer.concat([word(Buffer.byteLength(value)), padded(Buffer.from(value))])
const list = (tag: number, entries: readonly Buffer[]) =>
  entries.length ? Buffer.concat([word(tag), word(entries.length), ...entries]) : Buffer.alloc(8)

function attribute([name, value]: [string, string | number]): Buffer {
  if (typeof value === 'string') return Buffer.concat([text(name), word(CHAR), text(value)])
  const number = Buffer.alloc(8)
  number.writeDoubleBE(value)
  return Buffer.concat([text(name), word(DOUBLE), word(1), number])
}
const attributesOf = (attributes: Attributes = {}) => list(ATTRIBUTE, Object.entries(attributes).map(attribute))

/** The numbers in the byte order of the format. */
function bigEndian(data: Float32Array | Float64Array): Buffer {
  const bytes = Buffer.from(new Uint8Array(data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength)))
  return data instanceof Float32Array ? bytes.swap32() : bytes.swap64()
}

/** A classic NetCDF file (CDF-1) without a record dimension. Source: NetCDF Classic Format Specification. */
export function netcdf({ dimensions, attributes, variables }: Dataset): Buffer {
  const names = Object.keys(dimensions)
  const bodies = variables.map(({ data }) => padded(bigEndian(data)))
  const head = (begins: readonly number[]) =>
    Buffer.concat([
      Buffer.from('CDF\x01', 'latin1'),
      word(0),
      list(
        DIMENSION,
        Object.entries(dimensions).map(([name, length]) => Buffer.concat([text(name), word(length)])),
      ),
      attributesOf(attributes),
      list(
        VARIABLE,
        variables.map(({ name, over, data, attributes: its }, i) =>
          Buffer.concat([
            text(name),
            word(over.length),
            ...over.map((dimension) => word(names.indexOf(dimension))),
            attributesOf(its),
            word(data instanceof Float32Array ? FLOAT : DOUBLE),
            word(bodies[i]?.length ?? 0),
            word(begins[i] ?? 0),
          ]),
        ),
      ),
    ])
  let begin = head([]).length
  const begins = bodies.map(({ length }) => {
    begin += length
    return begin - length
  })
  return Buffer.concat([head(begins), ...bodies])
}
