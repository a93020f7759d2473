import pg from 'pg'
import { expect, it } from 'vitest'
import { dateOf } from './database.ts'

const TIMESTAMPTZ = 1184

it.each([
  '2026-11-21 08:15:00+00',
  '2026-11-21 08:15:00.1+00',
  '2026-11-21 08:15:00.123+00',
  '2026-11-21 23:59:59.999999+00',
  '2024-02-29 00:00:00.0005+00',
  '0099-12-31 12:00:00+00',
  '1969-12-31 23:59:59.5+00',
  '2026-11-21 08:15:00.123456+08',
  '2026-11-21 08:15:00-03:30',
  '12026-11-21 08:15:00+00',
  '0044-03-15 12:00:00+00 BC',
  'infinity',
  '-infinity',
])('reads %s as the driver does', (text) => {
  expect(dateOf(text)).toEqual(pg.types.getTypeParser(TIMESTAMPTZ, 'text')(text))
})
