import type { Calendar } from '../calendar.ts'
import { csv, lines, round } from '../formats/text.ts'
import { random } from '../random.ts'
import { cast, type Station, stations, waterAt } from './water.ts'

const CTD = ['depth_m', 'temperature_degC', 'conductivity_mS_cm', 'oxygen_mg_L', 'chlorophyll_a_ug_L', 'turbidity_NTU']

export const ctdCsv = (station: Station, dayOfYear: number): Buffer =>
  csv(
    CTD,
    cast(station, dayOfYear).map(({ depth, temperature, conductivity, oxygen, chlorophyll, turbidity }) => [
      depth,
      round(temperature, 3),
      round(conductivity, 4),
      round(oxygen, 2),
      round(chlorophyll, 2),
      round(turbidity, 2),
    ]),
  )

/** The same cast as the probe's own program writes it, on the way down and up again. */
export function rawCast(station: Station, dayOfYear: number, begin: Date): Buffer {
  const down = cast(station, dayOfYear)
  const scans = [...down, ...down.toReversed()].map(({ depth, temperature, conductivity, oxygen }, i) =>
    [
      i + 1,
      (i / 2).toFixed(2),
      (depth * 1.0094).toFixed(3),
      temperature.toFixed(4),
      conductivity.toFixed(5),
      oxygen.toFixed(3),
    ]
      .map((value) => String(value).padStart(11))
      .join(''),
  )
  return lines(
    '* Probe: invented, serial 0417',
    `* Station: ${station.id} ${station.english}`,
    `* Begin: ${begin.toISOString()}`,
    '# columns = scan, seconds, pressure dbar, temperature degC, conductivity mS/cm, oxygen mg/L',
    '*END*',
    ...scans,
  )
}

const HOURS = 168
/** A week of hourly weather at the landing stage. */
export function weatherCsv({ at, dayOfYear }: Calendar, daysAgo: number): Buffer {
  const r = random(`weather ${dayOfYear(daysAgo)}`)
  return csv(
    [
      'time_utc',
      'air_temperature_degC',
      'wind_speed_m_s',
      'wind_from_deg',
      'pressure_hPa',
      'shortwave_W_m2',
      'rain_mm',
    ],
    Array.from({ length: HOURS }, (_, hour) => {
      const day = dayOfYear(daysAgo) + hour / 24
      const sun = Math.max(0, Math.sin(((hour % 24) / 24) * 2 * Math.PI - 1.3))
      const air = 7 + 9 * Math.sin(((day - 118) / 365) * 2 * Math.PI) + sun * 6 + r.normal()
      return [
        at(daysAgo - Math.floor(hour / 24), hour % 24)
          .toISOString()
          .slice(0, 16),
        round(air, 1),
        round(Math.abs(2.4 + sun * 2.6 + r.normal() * 1.2), 1),
        r.whole(180, 330),
        round(676 + 3 * Math.sin(day / 2.1) + r.normal() * 0.3, 1),
        Math.round(sun * r.between(420, 780)),
        r.next() < 0.05 ? round(r.between(0.2, 3.4), 1) : 0,
      ]
    }),
  )
}

/** Nutrients of the bottles of one field day. */
export function chemistryRows(dayOfYear: number, day: string): (string | number)[][] {
  const r = random(`chemistry ${day}`)
  return stations.flatMap((station) =>
    [0.5, 5, 10, station.depth - 2].map((depth) => {
      const below = 1 - waterAt(dayOfYear, depth).temperature / 16
      return [
        day,
        station.id,
        depth,
        round(0.42 + 0.4 * below + r.normal() * 0.03, 3),
        round(0.09 + 0.25 * below + Math.abs(r.normal()) * 0.02, 3),
        round(0.018 + 0.016 * below + Math.abs(r.normal()) * 0.002, 4),
        round(0.004 + 0.006 * below + Math.abs(r.normal()) * 0.001, 4),
        round(1.7 + 2.2 * below + r.normal() * 0.1, 2),
        round(8.3 - 0.5 * below + r.normal() * 0.03, 2),
      ]
    }),
  )
}
export const CHEMISTRY = [
  'date',
  'station',
  'depth_m',
  'TN_mg_L',
  'NO3_N_mg_L',
  'TP_mg_L',
  'PO4_P_mg_L',
  'SiO2_mg_L',
  'pH',
]

export const genera = [
  'Cyclotella',
  'Stephanodiscus',
  'Fragilaria',
  'Asterionella',
  'Navicula',
  'Nitzschia',
  'Cymbella',
  'Dinobryon',
  'Cryptomonas',
  'Oocystis',
] as const
/** Cells in a millilitre by genus and station. */
export function countsCsv(dayOfYear: number): Buffer {
  const r = random(`counts ${Math.round(dayOfYear)}`)
  const share = Math.max(0.2, Math.sin(((dayOfYear - 60) / 300) * Math.PI))
  return csv(
    ['genus', ...stations.map(({ id }) => `${id}_cells_mL`)],
    genera.map((genus, i) => [genus, ...stations.map(() => Math.round((820 / (i + 1)) * share * r.between(0.5, 1.6)))]),
  )
}
