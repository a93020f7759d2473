import { expect, test } from 'vitest'
import { forecastOf } from './statistics-forecast.ts'

const month = (bytesOf: (day: number) => number) => Array.from({ length: 31 }, (_, day) => ({ bytes: bytesOf(day) }))

test('free room lasts as long as the growth of the last full days says; today does not count', () => {
  const steps = month((day) => (day === 30 ? 1e9 : 100))
  expect(forecastOf(steps, 10_000)).toEqual({
    basis: 30,
    bytesADay: { least: 100, mean: 100, most: 100 },
    days: { earliest: 100, mean: 100, latest: 100 },
  })
})

test('days that differ give a range around the mean, whose late end may be beyond what is said', () => {
  // Ten days of 300 and twenty of none: mean 100, deviation 143.8, so 53.7 on either side.
  const some = forecastOf(
    month((day) => (day % 3 === 0 && day < 30 ? 300 : 0)),
    10_000,
  )
  expect(some?.days).toEqual({ earliest: 65, mean: 100, latest: 216 })
  // One huge day more than doubles the mean and takes the certainty that there is growth.
  const burst = forecastOf(
    month((day) => (day === 29 ? 100_000 : 10)),
    1_000_000,
  )
  expect(burst?.bytesADay.least).toBe(0)
  expect(burst?.days.latest).toBeNull()
})

test.each([
  ['a site without anything new', month(() => 0)],
  ['a few busy days', month((day) => (day % 10 === 0 ? 100 : 0))],
  ['a site that is younger than the month', month((day) => (day < 15 ? 0 : 100))],
])('%s has no forecast', (_what, steps) => {
  expect(forecastOf(steps, 10_000)).toBeNull()
})

test('an end that is years away is not spoken of', () => {
  expect(
    forecastOf(
      month(() => 1),
      1e9,
    ),
  ).toBeNull()
})
