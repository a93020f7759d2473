import { Input } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '#contract/tables/columns.ts'
import { type FunctionGroup, functionGroups } from '#contract/tables/formula/functions.ts'
import type { FormulaProblem } from '#contract/tables/formula/syntax.ts'
import { columnInFormula, problemText, readFormula } from '#contract/tables/formula.ts'
import type { DataTable } from '#contract/tables.ts'
import { type Completion, completionAt } from './formula-completion.ts'
import { exampleOf } from './formula-example.ts'
import { FormulaTrial } from './formula-trial.tsx'
import './formula-field.css'

type Props = {
  columns: readonly Column[]
  /** The table in whose first rows it is tried, and the column that it is for (null: a new one); absent: nowhere. */
  table?: Pick<DataTable, 'spaceId' | 'id' | 'change'>
  column?: number | null
  autoFocus?: boolean
  /** Whether a message below it says already what is wrong. */
  isRefused?: boolean
  /** From the form. */
  id?: string
  value?: string
  onChange?: (value: string) => void
}

/** A formula: completes names of columns and functions, and says what is wrong beside the characters. */
export function FormulaField(props: Props) {
  const { columns, table, column = null, autoFocus = false, isRefused = false, id, value = '', onChange } = props
  const area = useRef<TextAreaRef>(null)
  const listId = useId()
  const [caret, setCaret] = useState<number | null>(null)
  const [chosen, setChosen] = useState(0)
  const placed = useRef<number | null>(null)
  const completion = caret === null ? null : completionAt(value, caret, columns)

  useLayoutEffect(() => {
    if (placed.current === null) return
    area.current?.resizableTextArea?.textArea.setSelectionRange(placed.current, placed.current)
    placed.current = null
  })
  function insert(text: string, { from, to }: Pick<Completion, 'from' | 'to'>) {
    placed.current = from + text.length
    setCaret(null)
    onChange?.(value.slice(0, from) + text + value.slice(to))
    area.current?.focus()
  }
  function insertHere(text: string) {
    const at = area.current?.resizableTextArea?.textArea.selectionStart ?? value.length
    insert(text, { from: at, to: at })
  }
  function onKeyDown(event: KeyboardEvent) {
    if (!completion || event.nativeEvent.isComposing) return
    const { length } = completion.options
    const option = completion.options[chosen % length]
    if (event.key === 'ArrowDown') setChosen((chosen + 1) % length)
    else if (event.key === 'ArrowUp') setChosen((chosen + length - 1) % length)
    else if ((event.key === 'Enter' || event.key === 'Tab') && option) insert(option.insert, completion)
    else if (event.key === 'Escape') setCaret(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className="formula-field">
      <Input.TextArea
        {...(id && { id })}
        ref={area}
        rows={3}
        value={value}
        autoFocus={autoFocus}
        placeholder={exampleOf(columns, column)}
        spellCheck={false}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={completion !== null}
        {...(completion && {
          'aria-controls': listId,
          'aria-activedescendant': `${listId}-${chosen % completion.options.length}`,
        })}
        onChange={({ target }) => {
          setCaret(target.selectionStart)
          setChosen(0)
          onChange?.(target.value)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setCaret(null)}
      />
      {completion && <Options completion={completion} chosen={chosen} listId={listId} onInsert={insert} />}
      {value.trim() !== '' && (
        <Outcome text={value} columns={columns} {...(table && { table })} column={column} isRefused={isRefused} />
      )}
      <Columns columns={columns} onInsert={insertHere} />
      <Functions onInsert={insertHere} />
    </div>
  )
}

type OptionsProps = {
  completion: Completion
  chosen: number
  listId: string
  onInsert: (text: string, place: Completion) => void
}

function Options({ completion, chosen, listId, onInsert }: OptionsProps) {
  const { t } = useTranslation()
  const { options } = completion
  return (
    <div id={listId} role="listbox" className="formula-options" aria-label={t('tableFormulas.options')}>
      {options.map(({ label, insert }, index) => (
        // The field keeps the focus: its keys choose among the options.
        <div
          key={insert}
          id={`${listId}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen % options.length}
          onMouseDown={(event) => {
            event.preventDefault()
            onInsert(insert, completion)
          }}
        >
          {label}
        </div>
      ))}
    </div>
  )
}

/** The type of a formula's result, or its error with the affected characters. */
function Outcome({
  text,
  columns,
  table,
  column = null,
  isRefused,
}: Pick<Props, 'columns' | 'table' | 'column'> & { text: string; isRefused: boolean }) {
  const { t } = useTranslation()
  const { formula, problems } = readFormula(text, columns)
  const [problem] = problems
  if (problem) return <Problem text={text} problem={problem} isRefused={isRefused} />
  if (!formula) return null
  if (isRefused) return null
  const gives = (
    <p role="status" className="formula-type">
      {t('tableFormulas.gives', { type: t(`tableFormulas.types.${formula.root.type}`) })}
    </p>
  )
  if (!table) return gives
  return (
    <FormulaTrial table={table} column={column} columns={columns} formula={text} reads={formula.columns}>
      {gives}
    </FormulaTrial>
  )
}

function Problem({ text, problem, isRefused }: { text: string; problem: FormulaProblem; isRefused: boolean }) {
  const { t } = useTranslation()
  const { at, length } = problem
  const { key, values, keys } = problemText(problem)
  const said = Object.entries(keys).map(([name, one]) => [name, t(one as 'tableFormulas.types.text')])
  return (
    <div className="formula-problem">
      <code aria-hidden="true">
        {text.slice(Math.max(0, at - 40), at)}
        <mark>{text.slice(at, at + length) || ' '}</mark>
        {text.slice(at + length, at + length + 40)}
      </code>
      {!isRefused && (
        <p role="status">{t(key as 'tableFormulas.problems.end', { ...values, ...Object.fromEntries(said) })}</p>
      )}
    </div>
  )
}

/** All columns, to put them in. */
function Columns({ columns, onInsert }: { columns: readonly Column[]; onInsert: (text: string) => void }) {
  const { t } = useTranslation()
  return (
    <details className="formula-functions">
      <summary>{t('tableFormulas.columns')}</summary>
      <dl>
        <dd>
          {columns.map(({ id, name }) => (
            <button key={id} type="button" onClick={() => onInsert(columnInFormula(name))}>
              {name}
            </button>
          ))}
        </dd>
      </dl>
    </details>
  )
}

const groups = Object.keys(functionGroups) as FunctionGroup[]

/** All functions, to look them up and put them in. */
function Functions({ onInsert }: { onInsert: (text: string) => void }) {
  const { t } = useTranslation()
  return (
    <details className="formula-functions">
      <summary>{t('tableFormulas.functions')}</summary>
      <dl>
        {groups.map((group) => (
          <div key={group}>
            <dt>{t(`tableFormulas.groups.${group}`)}</dt>
            <dd>
              {Object.keys(functionGroups[group]).map((name) => (
                <button key={name} type="button" onClick={() => onInsert(`${name}(`)}>
                  {name}
                </button>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
