import { isFolder } from '#contract/core/directory.ts'
import type { Conflict } from '#contract/files.ts'
import type { Question, Task } from './task.ts'

/** The user's choices for a taken name. */
export type Choice = Exclude<Conflict, 'refuse'>

/** The valid choices: a folder cannot become a version of a file. */
export const choicesFor = ({ taken }: Question): readonly Choice[] =>
  isFolder(taken) ? ['skip', 'keepBoth'] : ['skip', 'replace', 'keepBoth']

/** The queue of questions about taken names; an answer for all also applies to files that the same drop adds later. */
export class Questions {
  #open: Question[] = []
  readonly #choiceForAll = new Map<string, Choice>()
  readonly #decide: (task: Task, choice: Choice) => void

  constructor(decide: (task: Task, choice: Choice) => void) {
    this.#decide = decide
  }

  get current(): Question | null {
    return this.#open[0] ?? null
  }
  get count(): number {
    return this.#open.length
  }

  ask(question: Question): void {
    if (!this.#answerByChoiceForAll(question)) this.#open.push(question)
  }

  /** Answers the current question, or all questions of its drop for which the choice is valid. */
  answer(choice: Choice, scope: 'this' | 'all'): void {
    const current = this.#open.shift()
    if (!current) return
    if (scope === 'all') this.#choiceForAll.set(current.task.sourceId, choice)
    this.#decide(current.task, choice)
    if (scope === 'all') this.#open = this.#open.filter((question) => !this.#answerByChoiceForAll(question))
  }

  /** Removes the question of a task that was removed or paused. */
  drop(taskId: string): void {
    this.#open = this.#open.filter(({ task }) => task.id !== taskId)
  }
  forgetSource(sourceId: string): void {
    this.#choiceForAll.delete(sourceId)
  }

  #answerByChoiceForAll(question: Question): boolean {
    const choiceForAll = this.#choiceForAll.get(question.task.sourceId)
    if (!choiceForAll || !choicesFor(question).includes(choiceForAll)) return false
    this.#decide(question.task, choiceForAll)
    return true
  }
}
