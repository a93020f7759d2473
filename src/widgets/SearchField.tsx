import { SearchOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { clearing } from './clearing.tsx'

/** Delay in milliseconds between the last key and the search. */
const REST_MS = 250
/** Maximum length of `q` in the contract. */
const LENGTH_MAX = 100

type Props = { q: string; label: string; onSearch: (q: string) => void }

/** Searches once typing pauses; `q` is the current query, which Back may change too. */
export function SearchField({ q, label, onSearch }: Props) {
  const [typed, setTyped] = useState(q)
  const sent = useRef(q)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // The latest callback is used, so that a filter chosen during the delay is not lost.
  const search = useRef(onSearch)
  useEffect(() => {
    search.current = onSearch
  })
  useEffect(() => {
    if (q === sent.current) return
    sent.current = q
    setTyped(q)
  }, [q])
  useEffect(() => () => clearTimeout(timer.current), [])

  function send(text: string) {
    clearTimeout(timer.current)
    if (text.trim() === sent.current) return
    sent.current = text.trim()
    search.current(sent.current)
  }
  function type(text: string) {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => send(text), REST_MS)
  }
  return (
    <Input
      type="search"
      className="search-field"
      value={typed}
      onChange={(event) => type(event.target.value)}
      onPressEnter={() => send(typed)}
      allowClear={clearing}
      maxLength={LENGTH_MAX}
      placeholder={label}
      aria-label={label}
      prefix={<SearchOutlined />}
    />
  )
}
