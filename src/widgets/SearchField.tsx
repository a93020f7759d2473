import { SearchOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { useEffect, useRef, useState } from 'react'

/** How long typing rests before it is looked for. */
const REST_MS = 250
/** What the contract lets through as `q`. */
const LENGTH_MAX = 100

type Props = { q: string; label: string; onSearch: (q: string) => void }

/** Looks for what is typed once typing rests; `q` is what is looked for now, and may change by Back too. */
export function SearchField({ q, label, onSearch }: Props) {
  const [typed, setTyped] = useState(q)
  const sent = useRef(q)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // A filter chosen while typing rests must not be lost: what is called then is of then.
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
      allowClear
      maxLength={LENGTH_MAX}
      placeholder={label}
      aria-label={label}
      prefix={<SearchOutlined />}
    />
  )
}
