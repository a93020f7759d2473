import { type Calendar, SEASON_DAYS, WEEKS } from '../calendar.ts'
import { geotiff } from '../formats/geotiff.ts'
import { hdf5 } from '../formats/hdf5.ts'
import { netcdf } from '../formats/netcdf.ts'
import { random } from '../random.ts'
import { BASIN, depthAt } from './basin.ts'
import { stations, waterAt } from './water.ts'

const CONVENTIONS = 'CF-1.8'
const DEPTHS = 92
const unitsOf = ({ day }: Calendar) => `days since ${day(SEASON_DAYS)} 00:00:00`

/** Temperature, oxygen and chlorophyll over week and depth of one station. */
export function seasonNc(calendar: Calendar, station: (typeof stations)[number]): Buffer {
  const salt = stations.indexOf(station) - 1
  const days = Array.from({ length: WEEKS }, (_, week) => calendar.fieldDay(week))
  const grid = (pick: 'temperature' | 'oxygen' | 'chlorophyll') =>
    Float32Array.from({ length: WEEKS * DEPTHS }, (_, i) => {
      const day = calendar.dayOfYear(days[Math.floor(i / DEPTHS)] ?? 0)
      return waterAt(day, (i % DEPTHS) * 0.5, salt)[pick]
    })
  const over = ['time', 'depth']
  return netcdf({
    dimensions: { time: WEEKS, depth: DEPTHS },
    attributes: {
      title: `Lake Chenglan, weekly CTD casts, ${station.id} ${station.english}`,
      institution: 'Yunting Institute (invented)',
      source: 'computed by formula, sample data',
      Conventions: CONVENTIONS,
      geospatial_lat: station.latitude,
      geospatial_lon: station.longitude,
    },
    variables: [
      {
        name: 'time',
        over: ['time'],
        data: Float64Array.from(days, (ago) => SEASON_DAYS - ago),
        attributes: { units: unitsOf(calendar), standard_name: 'time' },
      },
      {
        name: 'depth',
        over: ['depth'],
        data: Float64Array.from({ length: DEPTHS }, (_, i) => i * 0.5),
        attributes: { units: 'm', positive: 'down' },
      },
      {
        name: 'temperature',
        over,
        data: grid('temperature'),
        attributes: { units: 'degC', standard_name: 'water_temperature' },
      },
      { name: 'oxygen', over, data: grid('oxygen'), attributes: { units: 'mg L-1' } },
      { name: 'chlorophyll_a', over, data: grid('chlorophyll'), attributes: { units: 'ug L-1' } },
    ],
  })
}

const [COLUMNS, ROWS] = [120, 80]
/** Degrees between two places of a grid. */
const STEP = (BASIN.east - BASIN.west) / COLUMNS

/** Surface temperature of every day over the lake, as a model gives it. */
export function surfaceNc(calendar: Calendar): Buffer {
  const data = new Float32Array(SEASON_DAYS * ROWS * COLUMNS)
  const depths = Float64Array.from({ length: ROWS * COLUMNS }, (_, i) =>
    depthAt((i % COLUMNS) / COLUMNS, Math.floor(i / COLUMNS) / ROWS),
  )
  const r = random('surface')
  for (let day = 0; day < SEASON_DAYS; day += 1) {
    const mean = waterAt(calendar.dayOfYear(SEASON_DAYS - day), 0.5).temperature + r.normal() * 0.25
    const [wind, phase] = [r.between(0.4, 1.6), day / 9]
    const east = Float64Array.from({ length: COLUMNS }, (_, i) => Math.sin((i / COLUMNS) * 9 + phase))
    const south = Float64Array.from({ length: ROWS }, (_, i) => Math.cos((i / ROWS) * 8 - phase * 0.7))
    for (let i = 0; i < depths.length; i += 1) {
      const depth = depths[i] ?? 0
      const swirl = (east[i % COLUMNS] ?? 0) * (south[Math.floor(i / COLUMNS)] ?? 0)
      data[day * depths.length + i] = depth < 0 ? Number.NaN : mean + swirl * 0.5 * wind + (24 - depth) * 0.022
    }
  }
  return netcdf({
    dimensions: { time: SEASON_DAYS, lat: ROWS, lon: COLUMNS },
    attributes: {
      title: 'Lake Chenglan, daily surface temperature, model run 07',
      Conventions: CONVENTIONS,
      source: 'computed by formula, sample data',
    },
    variables: [
      {
        name: 'time',
        over: ['time'],
        data: Float64Array.from({ length: SEASON_DAYS }, (_, i) => i),
        attributes: { units: unitsOf(calendar) },
      },
      {
        name: 'lat',
        over: ['lat'],
        data: Float64Array.from({ length: ROWS }, (_, i) => BASIN.north - i * STEP),
        attributes: { units: 'degrees_north' },
      },
      {
        name: 'lon',
        over: ['lon'],
        data: Float64Array.from({ length: COLUMNS }, (_, i) => BASIN.west + i * STEP),
        attributes: { units: 'degrees_east' },
      },
      { name: 'surface_temperature', over: ['time', 'lat', 'lon'], data, attributes: { units: 'degC' } },
    ],
  })
}

const [FINE, NO_DATA] = [5, -9999]
/** The bed of the lake. */
export function bathymetryTif(): Buffer {
  const [width, height] = [COLUMNS * FINE * 1.5, ROWS * FINE * 1.5]
  const data = Float32Array.from({ length: width * height }, (_, i) => {
    const depth = depthAt((i % width) / width, Math.floor(i / width) / height)
    return depth < 0 ? NO_DATA : depth
  })
  const pixel = STEP / (FINE * 1.5)
  return geotiff({ width, height, data, west: BASIN.west, north: BASIN.north, pixel: [pixel, pixel], noData: NO_DATA })
}

const STEP_MIN = 1
/** A chain of thermistors that wrote all season long. */
export const mooringH5 = (calendar: Calendar, name: string, depths: readonly number[]) =>
  hdf5((file) => {
    const steps = (SEASON_DAYS * 24 * 60) / STEP_MIN
    const r = random(name)
    const data = new Float32Array(steps * depths.length)
    const phases = depths.map(() => r.between(0, 0.6))
    const lit = depths.map((depth) => 0.5 * Math.exp(-depth / 2))
    for (let day = 0; day < SEASON_DAYS; day += 1) {
      const from = depths.map((depth) => waterAt(calendar.dayOfYear(SEASON_DAYS - day), depth))
      const slope = depths.map(
        (depth, i) =>
          (from[i]?.temperature ?? 0) - waterAt(calendar.dayOfYear(SEASON_DAYS - day), depth + 1).temperature,
      )
      for (let step = day * (steps / SEASON_DAYS); step < (day + 1) * (steps / SEASON_DAYS); step += 1) {
        const hour = (step * STEP_MIN) / 60
        // The layers swing up and down every 17 hours, and the sun warms the surface by day.
        const swing = 1.4 * Math.sin((hour / 17) * 2 * Math.PI)
        const sun = Math.max(0, Math.sin((hour / 24) * 2 * Math.PI - 1.3))
        for (let i = 0; i < depths.length; i += 1) {
          data[step * depths.length + i] =
            (from[i]?.temperature ?? 0) +
            (slope[i] ?? 0) * swing * (1 + (phases[i] ?? 0)) +
            (lit[i] ?? 0) * sun +
            ((step * 7919 + i * 104729) % 97) / 97 / 40
        }
      }
    }
    file.create_attribute('title', `Lake Chenglan, mooring ${name}`)
    file.create_attribute('comment', 'computed by formula, sample data')
    const group = file.create_group(name)
    group.create_attribute('latitude', stations[0].latitude)
    group.create_attribute('longitude', stations[0].longitude)
    group.create_attribute('start', calendar.at(SEASON_DAYS, 0).toISOString())
    group.create_dataset({ name: 'depth', data: Float64Array.from(depths) })
    group.create_dataset({
      name: 'elapsed_h',
      data: Float64Array.from({ length: steps }, (_, i) => (i * STEP_MIN) / 60),
    })
    const temperature = group.create_dataset({ name: 'temperature', data, shape: [steps, depths.length] })
    temperature.create_attribute('units', 'degC')
  })
