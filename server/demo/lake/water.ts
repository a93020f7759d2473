import { random } from '../random.ts'

export const stations = [
  { id: 'ST1', name: '湖心', english: 'centre', latitude: 34.652, longitude: 100.321, depth: 46 },
  { id: 'ST2', name: '北湾', english: 'north bay', latitude: 34.699, longitude: 100.29, depth: 31 },
  { id: 'ST3', name: '河口', english: 'river mouth', latitude: 34.671, longitude: 100.199, depth: 18 },
  { id: 'ST4', name: '南岸', english: 'south shore', latitude: 34.615, longitude: 100.336, depth: 26 },
] as const
export type Station = (typeof stations)[number]

/** What a probe reads at one depth. Metres, °C, mS/cm, mg/L, µg/L, NTU. */
export type Layer = {
  depth: number
  temperature: number
  conductivity: number
  oxygen: number
  chlorophyll: number
  turbidity: number
}

const DEEP_C = 4.6
/** The surface of a cold lake over a year, in °C: warmest in August. */
const surfaceOf = (dayOfYear: number) => 9.4 + 8.8 * Math.sin(((dayOfYear - 132) / 365) * 2 * Math.PI)
/** The depth of the warm layer grows while the surface cools. */
const mixedTo = (dayOfYear: number) => 8 + 30 * Math.max(0, Math.min(1, (dayOfYear - 150) / 190)) ** 1.6

/** Warm and cold spells of the surface, °C. */
const weather = (dayOfYear: number) => 0.55 * Math.sin(dayOfYear / 2.7) + 0.4 * Math.sin(dayOfYear / 1.3 + 1)
/** Vertical movement of the thermocline by wind, in metres. */
const tilt = (dayOfYear: number) => 1.1 * Math.sin(dayOfYear / 1.9) + 0.8 * Math.sin(dayOfYear / 4.3 + 2)

/** The water at a depth on a day, by formula: a warm layer, a thermocline below it, cold water at the bottom. */
export function waterAt(dayOfYear: number, depth: number, salt = 0): Layer {
  const [surface, edge] = [
    Math.max(0.8, surfaceOf(dayOfYear) + weather(dayOfYear)),
    mixedTo(dayOfYear) + salt * 1.4 + tilt(dayOfYear),
  ]
  const warm = 1 / (1 + Math.exp((depth - edge) / 1.9))
  const temperature = DEEP_C + (surface - DEEP_C) * warm
  const bloom =
    3.4 * Math.exp(-(((depth - edge * 0.75) / 4) ** 2)) * Math.max(0.25, Math.sin(((dayOfYear - 60) / 300) * Math.PI))
  return {
    depth,
    temperature,
    conductivity: 0.412 + 0.036 * (1 - warm) + salt * 0.004,
    oxygen: 8.4 + 0.09 * (15 - surface) * warm - 3.3 * (1 - warm) * Math.min(1, depth / 40),
    chlorophyll: 0.4 + bloom,
    turbidity: 0.7 + salt * 0.9 * Math.exp(-depth / 6) + 1.6 * Math.exp(-(((depth - edge) / 3) ** 2)) * 0.3,
  }
}

const STEP_M = 0.25
/** What the probe wrote on its way down at a station, with the noise of its sensors. */
export function cast(station: Station, dayOfYear: number): Layer[] {
  const r = random(`${station.id} ${Math.round(dayOfYear)}`)
  const salt = stations.indexOf(station) - 1
  return Array.from({ length: Math.floor(station.depth / STEP_M) }, (_, i) => {
    const layer = waterAt(dayOfYear, i * STEP_M, salt)
    return {
      ...layer,
      temperature: layer.temperature + r.normal() * 0.02,
      conductivity: layer.conductivity + r.normal() * 0.0006,
      oxygen: layer.oxygen + r.normal() * 0.03,
      chlorophyll: Math.max(0.05, layer.chlorophyll + r.normal() * 0.06),
      turbidity: Math.max(0.1, layer.turbidity + r.normal() * 0.05),
    }
  })
}
