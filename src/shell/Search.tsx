import { SearchOutlined } from '@ant-design/icons'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withWords } from '#providers/i18n.ts'
import { onDemand } from '../widgets/on-demand.tsx'
import { shortcutHere } from '../widgets/shortcut.ts'

const load = withWords(() => import('../search/Palette.tsx'))
const Palette = onDemand(load)
const EVENT = 'open-search'

/** The button that opens the search; Ctrl+K and Cmd+K do the same. */
export function SearchButton({ className }: { className: string }) {
  const { t } = useTranslation()
  const name = t('shell.search')
  const hint = t('shell.searchKey', { name, key: shortcutHere('Ctrl+K') })
  return (
    <button
      type="button"
      className={className}
      aria-label={name}
      aria-keyshortcuts="Control+K Meta+K"
      title={hint}
      onClick={() => dispatchEvent(new Event(EVENT))}
    >
      <SearchOutlined />
      <span className="text">{name}</span>
    </button>
  )
}

/** The search palette, loaded when it is first opened. */
export function Search() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const open = () => setOpen(true)
    const press = (event: KeyboardEvent) => {
      // Pressing Ctrl or Cmd preloads the palette, because K may follow.
      if (event.key === 'Control' || event.key === 'Meta') load().catch(() => {})
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      setOpen((wasOpen) => !wasOpen)
    }
    addEventListener(EVENT, open)
    addEventListener('keydown', press)
    return () => {
      removeEventListener(EVENT, open)
      removeEventListener('keydown', press)
    }
  }, [])
  return <Palette isOpen={isOpen} onClose={() => setOpen(false)} />
}
