const HEADER = 80
const RECORD = 50

const normal = (a, b, c) => {
  const [u, v] = [b.map((value, i) => value - a[i]), c.map((value, i) => value - a[i])]
  const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
  const length = Math.hypot(...n) || 1
  return n.map((value) => value / length)
}

function binary(bytes) {
  const view = new DataView(bytes)
  const count = view.getUint32(HEADER, true)
  const places = new Float32Array(count * 9)
  for (let i = 0; i < count; i += 1)
    for (let j = 0; j < 9; j += 1) places[i * 9 + j] = view.getFloat32(HEADER + 4 + i * RECORD + 12 + j * 4, true)
  return places
}

function ascii(bytes) {
  const text = new TextDecoder().decode(bytes)
  const found = [...text.matchAll(/vertex\s+(\S+)\s+(\S+)\s+(\S+)/g)].flatMap(([, ...at]) => at.map(Number))
  return new Float32Array(found.slice(0, found.length - (found.length % 9)))
}

/** The triangles of an STL file, binary or text, with how they face, their middle and how far they reach from it. */
export function triangles(bytes) {
  const isBinary =
    bytes.byteLength >= HEADER + 4 &&
    bytes.byteLength === HEADER + 4 + new DataView(bytes).getUint32(HEADER, true) * RECORD
  const places = isBinary ? binary(bytes) : ascii(bytes)
  const facings = new Float32Array(places.length)
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  for (let i = 0; i < places.length; i += 9) {
    const corners = [0, 3, 6].map((at) => [...places.subarray(i + at, i + at + 3)])
    const n = normal(...corners)
    for (const [at, corner] of corners.entries()) {
      facings.set(n, i + at * 3)
      for (const axis of [0, 1, 2]) {
        low[axis] = Math.min(low[axis], corner[axis])
        high[axis] = Math.max(high[axis], corner[axis])
      }
    }
  }
  const middle = low.map((value, axis) => (value + high[axis]) / 2)
  return {
    count: places.length / 9,
    places,
    facings,
    middle,
    reach: Math.hypot(...high.map((value, axis) => value - low[axis])) || 1,
  }
}
