import { rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { File, ready } from 'h5wasm/node'
import { bathymetry } from './pictures.ts'
import type { Samples } from './samples.ts'

const [ROWS, COLUMNS] = [64, 96]

/** A file that `fill` writes with the HDF5 library. */
async function hdf5(name: string, fill: (file: File) => void): Promise<Buffer> {
  await ready
  const path = join(tmpdir(), `samples-${process.pid}-${name}`)
  const file = new File(path, 'w')
  fill(file)
  file.close()
  const bytes = await readFile(path)
  rmSync(path)
  return bytes
}

const moorings = () =>
  hdf5('moorings.h5', (file) => {
    file.create_attribute('title', 'Moorings of an invented lake')
    const group = file.create_group('mooring_1')
    group.create_attribute('latitude', 36.92)
    const values = Float32Array.from({ length: 48 * 20 }, (_, i) => 4 + (i % 20) / 4 + Math.sin(i / 160))
    const temperature = group.create_dataset({
      name: 'temperature',
      data: values,
      shape: [48, 20],
      chunks: [12, 20],
      compression: 'gzip',
      compression_opts: 6,
    })
    temperature.create_attribute('units', 'degC')
    group.create_dataset({ name: 'depth', data: Float64Array.from({ length: 20 }, (_, i) => i * 1.5) })
    file.create_dataset({ name: 'stations', data: ['湖心', 'north shore', 'river mouth'] })
  })

/** NetCDF-4 is HDF5 with dimension scales. */
const netcdf4 = () =>
  hdf5('depth.nc4', (file) => {
    file.create_attribute('Conventions', 'CF-1.8')
    const axis = (name: string, from: number, step: number, count: number, units: string) => {
      const scale = file.create_dataset({ name, data: Float64Array.from({ length: count }, (_, i) => from + i * step) })
      scale.create_attribute('units', units)
      scale.make_scale(name)
    }
    axis('lat', 37.3, -0.0125, ROWS, 'degrees_north')
    axis('lon', 99.5, 0.0125, COLUMNS, 'degrees_east')
    const depth = file.create_dataset({ name: 'depth', data: bathymetry, shape: [ROWS, COLUMNS] })
    depth.create_attribute('units', 'm')
    depth.attach_scale(0, '/lat')
    depth.attach_scale(1, '/lon')
  })

/** Writes big-endian values one after another. */
function writer() {
  const pieces: Buffer[] = []
  const int = (value: number) => {
    const word = Buffer.alloc(4)
    word.writeInt32BE(value)
    pieces.push(word)
  }
  const text = (value: string) => {
    const bytes = Buffer.from(value)
    int(bytes.length)
    pieces.push(bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4))
  }
  const float = (value: number) => {
    const word = Buffer.alloc(4)
    word.writeFloatBE(value)
    pieces.push(word)
  }
  return { int, text, float, bytes: () => Buffer.concat(pieces) }
}

const [CHAR, FLOAT] = [2, 5]
const [DIMENSION, VARIABLE, ATTRIBUTE] = [10, 11, 12]

/** Three days of temperature over depth as a classic NetCDF file. Source: NetCDF Classic Format Specification. */
function netcdf3(): Buffer {
  const [days, depths] = [3, 20]
  const head = (begins: readonly [number, number]) => {
    const out = writer()
    out.int(0x43444601)
    out.int(0)
    for (const word of [DIMENSION, 2]) out.int(word)
    out.text('day')
    out.int(days)
    out.text('depth')
    out.int(depths)
    for (const word of [ATTRIBUTE, 1]) out.int(word)
    out.text('title')
    out.int(CHAR)
    out.text('Temperature of an invented lake')
    for (const word of [VARIABLE, 2]) out.int(word)
    out.text('depth')
    for (const word of [1, 1, 0, 0, FLOAT, depths * 4, begins[0]]) out.int(word)
    out.text('temperature')
    for (const word of [2, 0, 1, ATTRIBUTE, 1]) out.int(word)
    out.text('units')
    out.int(CHAR)
    out.text('degC')
    for (const word of [FLOAT, days * depths * 4, begins[1]]) out.int(word)
    return out.bytes()
  }
  const start = head([0, 0]).length
  const data = writer()
  for (let i = 0; i < depths; i += 1) data.float(i * 1.5)
  for (let i = 0; i < days * depths; i += 1) data.float(16 - (i % depths) / 2 + Math.floor(i / depths))
  return Buffer.concat([head([start, start + depths * 4]), data.bytes()])
}

const card = (name: string, value: string | number | boolean, comment = '') => {
  const shown =
    typeof value === 'string'
      ? `'${value.padEnd(8)}'`
      : (typeof value === 'boolean' ? (value ? 'T' : 'F') : String(value)).padStart(20)
  return `${name.padEnd(8)}= ${shown}${comment && ` / ${comment}`}`.slice(0, 80).padEnd(80)
}
const blocks = (bytes: Buffer, fill: number) =>
  Buffer.concat([bytes, Buffer.alloc((2880 - (bytes.length % 2880)) % 2880, fill)])
const cards = (lines: string[]) => blocks(Buffer.from([...lines, 'END'.padEnd(80)].join(''), 'latin1'), 0x20)

/** A computed star field of 64 x 48 as 16-bit integers and a table of its stars. Source: FITS Standard 4.0. */
function fits(): Buffer {
  const [width, height] = [64, 48]
  const stars = Array.from({ length: 9 }, (_, i) => ({
    x: (i * 29 + 7) % width,
    y: (i * 17 + 5) % height,
    flux: 900 - i * 70,
  }))
  const image = Buffer.alloc(width * height * 2)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const light = stars.reduce(
        (sum, star) => sum + star.flux * Math.exp(-((x - star.x) ** 2 + (y - star.y) ** 2) / 4),
        100,
      )
      image.writeInt16BE(Math.round(light), (y * width + x) * 2)
    }
  }
  const table = Buffer.alloc(stars.length * 20)
  for (const [i, { x, y, flux }] of stars.entries()) {
    table.write(`star ${i + 1}`.padEnd(8), i * 20, 'latin1')
    table.writeFloatBE(x + 1, i * 20 + 8)
    table.writeFloatBE(y + 1, i * 20 + 12)
    table.writeInt32BE(flux, i * 20 + 16)
  }
  const primary = [
    card('SIMPLE', true),
    card('BITPIX', 16),
    card('NAXIS', 2),
    card('NAXIS1', width),
    card('NAXIS2', height),
    card('BUNIT', 'adu'),
    card('OBJECT', 'Computed field', 'no sky was looked at'),
  ]
  const second = [
    card('XTENSION', 'BINTABLE'),
    card('BITPIX', 8),
    card('NAXIS', 2),
    card('NAXIS1', 20),
    card('NAXIS2', stars.length),
    card('PCOUNT', 0),
    card('GCOUNT', 1),
    card('TFIELDS', 4),
    card('EXTNAME', 'STARS'),
    ...[
      ['name', '8A'],
      ['x', '1E'],
      ['y', '1E'],
      ['flux', '1J'],
    ].flatMap(([name = '', form = ''], i) => [card(`TTYPE${i + 1}`, name), card(`TFORM${i + 1}`, form)]),
  ]
  return Buffer.concat([cards(primary), blocks(image, 0), cards(second), blocks(table, 0)])
}

export async function grids(): Promise<Samples> {
  return {
    'moorings.h5': await moorings(),
    'depth.nc4': await netcdf4(),
    'temperature.nc': netcdf3(),
    'field.fits': fits(),
  }
}
