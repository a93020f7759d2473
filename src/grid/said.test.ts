import { expect, test } from 'vitest'
import { saidOf } from './said.ts'

test('a cell is said as it is drawn, with why it is marked; a heading with its rows', () => {
  expect(saidOf({ kind: 'number', text: '0.256', shown: '25.6%' })).toBe('25.6%')
  expect(saidOf({ kind: 'text', text: 'CTD', problem: 'too short', note: '1 comment' })).toBe('CTD too short 1 comment')
  expect(saidOf({ kind: 'error', text: '', shown: '#', problem: 'division by zero' })).toBe('division by zero')
  expect(saidOf({ kind: 'heading', isOpen: true, text: 'S07 · 4 rows', shown: 'S07', end: '4 rows' })).toBe(
    'S07 · 4 rows',
  )
})
