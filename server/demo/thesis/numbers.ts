import { type Calendar, SEASON_DAYS } from '../calendar.ts'
import { csv, round } from '../formats/text.ts'
import { waterAt } from '../lake/water.ts'
import { random } from '../random.ts'

const GRAVITY = 9.81
/** Density of fresh water in kg/m³, near enough between 0 and 20 °C. */
const density = (celsius: number) =>
  1000 * (1 - ((celsius + 288.94) / (508_929.2 * (celsius + 68.13))) * (celsius - 3.98) ** 2)

/** Stability of the stratification in J/m²; 0 is fully mixed. */
export function stability(dayOfYear: number): number {
  const depths = Array.from({ length: 46 }, (_, i) => i + 0.5)
  const rho = depths.map((depth) => density(waterAt(dayOfYear, depth).temperature))
  const mean = rho.reduce((sum, value) => sum + value, 0) / rho.length
  return depths.reduce((sum, depth, i) => sum + GRAVITY * ((rho[i] ?? mean) - mean) * (depth - 23), 0) * 0.28
}

/** The stability of every day of the season. */
export const series = ({ dayOfYear }: Calendar) =>
  Array.from({ length: SEASON_DAYS }, (_, day) => [day, stability(dayOfYear(SEASON_DAYS - day))] as const)

export const stabilityCsv = (calendar: Calendar) =>
  csv(
    ['day', 'date', 'stability_J_m2', 'surface_degC', 'bottom_degC'],
    series(calendar).map(([day, value]) => {
      const year = calendar.dayOfYear(SEASON_DAYS - day)
      return [
        day,
        calendar.day(SEASON_DAYS - day),
        round(value, 1),
        round(waterAt(year, 0.5).temperature, 2),
        round(waterAt(year, 44).temperature, 2),
      ]
    }),
  )

/** Turbulence over depth of one cast of the microstructure probe. */
export function turbulenceCsv(calendar: Calendar, cast: number): Buffer {
  const r = random(`turbulence ${cast}`)
  const year = calendar.dayOfYear(SEASON_DAYS - cast * 4)
  return csv(
    ['depth_m', 'dissipation_W_kg', 'buoyancy_frequency_s2', 'temperature_degC'],
    Array.from({ length: 180 }, (_, i) => {
      const depth = i * 0.25
      const here = waterAt(year, depth).temperature
      const gradient = here - waterAt(year, depth + 0.25).temperature
      return [
        depth,
        (10 ** (-8.4 + 1.6 * Math.exp(-depth / 5) + r.normal() * 0.35)).toExponential(3),
        round(gradient * 0.0006, 7),
        round(here + r.normal() * 0.01, 3),
      ]
    }),
  )
}
