import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** A field for a row number, counted from 1; calls back with an index from 0. */
export function GoTo({ onGo }: { onGo: (row: number) => Promise<void> }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  function go(event: FormEvent) {
    event.preventDefault()
    if (Number(text) >= 1) void onGo(Math.floor(Number(text)) - 1)
  }
  return (
    <form className="go-to" onSubmit={go}>
      <input
        type="number"
        min={1}
        step={1}
        value={text}
        onChange={({ target }) => setText(target.value)}
        placeholder={t('preview.goTo')}
        aria-label={t('preview.goTo')}
      />
    </form>
  )
}
