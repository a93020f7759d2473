import { describe, expect, test } from 'vitest'
import type { FileRecord } from '#contract/files.ts'
import { aTask } from './fakes.ts'
import { choicesFor, Questions } from './questions.ts'

const taken = (mime = 'text/csv') => ({ name: 'a.csv', mime }) as FileRecord
function asked() {
  const decided: string[] = []
  const questions = new Questions((task, choice) => decided.push(`${task.id} ${choice}`))
  return { questions, decided }
}

describe('names that are taken', () => {
  test('a folder cannot become a version', () =>
    expect(choicesFor({ task: aTask(), taken: taken('directory') })).toEqual(['skip', 'keepBoth']))

  test('are asked one after another', () => {
    const { questions, decided } = asked()
    questions.ask({ task: aTask({ id: 'p-1' }), taken: taken() })
    questions.ask({ task: aTask({ id: 'p-2' }), taken: taken() })
    questions.answer('replace', 'this')
    expect(decided).toEqual(['p-1 replace'])
    expect(questions.current?.task.id).toBe('p-2')
  })

  test('an answer for all holds for what waits and what the same drop still brings, and for no other drop', () => {
    const { questions, decided } = asked()
    questions.ask({
      task: aTask({ id: 'p-1', sourceId: 'one' }),
      taken: taken(),
    })
    questions.ask({
      task: aTask({ id: 'p-2', sourceId: 'one' }),
      taken: taken(),
    })
    questions.ask({
      task: aTask({ id: 'p-3', sourceId: 'two' }),
      taken: taken(),
    })
    questions.answer('skip', 'all')
    questions.ask({
      task: aTask({ id: 'p-4', sourceId: 'one' }),
      taken: taken(),
    })
    expect(decided).toEqual(['p-1 skip', 'p-2 skip', 'p-4 skip'])
    expect(questions.current?.task.id).toBe('p-3')
  })

  test('an answer for all that does not fit is asked for again', () => {
    const { questions, decided } = asked()
    questions.ask({ task: aTask({ id: 'p-1' }), taken: taken() })
    questions.ask({ task: aTask({ id: 'p-2' }), taken: taken('directory') })
    questions.answer('replace', 'all')
    expect(decided).toEqual(['p-1 replace'])
    expect(questions.count).toBe(1)
  })

  test('a file that rests or left needs no answer', () => {
    const { questions } = asked()
    questions.ask({ task: aTask({ id: 'p-1' }), taken: taken() })
    questions.drop('p-1')
    expect(questions.current).toBeNull()
  })
})
