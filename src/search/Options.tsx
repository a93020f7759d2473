import { useEffect, useRef } from 'react'
import type { Group } from './use-options.tsx'

type Props = { groups: readonly Group[]; chosen: number; onChoose: (at: number) => void }

/** The options in groups; the focus stays in the search field, which refers to the active option. */
export function Options({ groups, chosen, onChoose }: Props) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector(`[data-at="${chosen}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  const starts = groups.map((_group, at) => groups.slice(0, at).reduce((sum, { options }) => sum + options.length, 0))
  return (
    <div className="palette-options" id="palette-options" role="listbox" ref={list}>
      {groups.map(({ id, title, options }, group) => (
        <div key={id} role="group" aria-label={title}>
          <div className="palette-group" aria-hidden="true">
            {title}
          </div>
          {options.map(({ key, run, content }, i) => {
            const at = (starts[group] ?? 0) + i
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keyboard
              <div
                key={key}
                id={`palette-${key}`}
                role="option"
                className="palette-option"
                aria-selected={at === chosen}
                data-at={at}
                onClick={run}
                onMouseMove={() => at !== chosen && onChoose(at)}
              >
                {content}
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}
