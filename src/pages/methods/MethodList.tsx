import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Method } from '#contract/methods.ts'
import { MethodRow } from './MethodRow.tsx'

type Props = {
  list: Method[]
  onOpen: (method: Method) => void
  onOrder: (ids: string[]) => void
  onChange: () => void
}

/** Methods in the order of the sign-in page; rows are dragged, or moved by their buttons. */
export function MethodList({ list, onOpen, onOrder, onChange }: Props) {
  const { t, i18n } = useTranslation()
  const [dragged, setDragged] = useState<string | null>(null)
  const [target, setTarget] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const place = useRef<HTMLOListElement>(null)
  const ids = list.map(({ id }) => id)

  function move(id: string, to: number) {
    const rest = ids.filter((other) => other !== id)
    rest.splice(to, 0, id)
    onOrder(rest)
    const name = list.find((method) => method.id === id)?.name[i18n.language === 'en' ? 'en' : 'zh']
    setSaid(t('methods.moved', { name, position: to + 1 }))
  }
  function moveBy(id: string, step: -1 | 1) {
    move(id, ids.indexOf(id) + step)
    // The focus moves with the row; at either end the still enabled button gets it.
    requestAnimationFrame(() => {
      const buttonOf = (way: number) => place.current?.querySelector<HTMLButtonElement>(`[data-move="${id} ${way}"]`)
      const wanted = buttonOf(step)
      ;(wanted?.disabled ? buttonOf(-step) : wanted)?.focus()
    })
  }
  function drop() {
    if (dragged && target && dragged !== target) move(dragged, ids.indexOf(target))
    setDragged(null)
    setTarget(null)
  }
  return (
    <>
      <ol className="method-list" ref={place}>
        {list.map((method, index) => (
          <li
            key={method.id}
            draggable
            data-dragged={method.id === dragged}
            data-target={
              method.id === target && method.id !== dragged && (ids.indexOf(dragged ?? '') < index ? 'below' : 'above')
            }
            onDragStart={() => setDragged(method.id)}
            onDragOver={(event) => {
              if (!dragged) return
              event.preventDefault()
              setTarget(method.id)
            }}
            onDrop={drop}
            onDragEnd={() => {
              setDragged(null)
              setTarget(null)
            }}
          >
            <MethodRow
              method={method}
              isFirst={index === 0}
              isLast={index === list.length - 1}
              onOpen={() => onOpen(method)}
              onMove={(step) => moveBy(method.id, step)}
              onChange={onChange}
            />
          </li>
        ))}
      </ol>
      <p className="sr-only" role="status">
        {said}
      </p>
    </>
  )
}
