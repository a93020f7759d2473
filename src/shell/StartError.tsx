import { currentLang } from '#providers/i18n.ts'

/** Said in both languages' own words: when this shows, texts may not have arrived. */
const words = {
  zh: { title: '系统可能正在升级', hint: '暂时无法打开本站，请稍后重试。', again: '重试' },
  en: {
    title: 'The system may be upgrading',
    hint: 'The site cannot be opened right now. Please try again in a moment.',
    again: 'Try again',
  },
}

/** Stands in for the site when it could not start. Source: spec section 4, Startup. */
export function StartError() {
  const { title, hint, again } = words[currentLang()]
  return (
    <main className="message-page" role="alert">
      <h1>{title}</h1>
      <p>{hint}</p>
      <div className="actions">
        <button type="button" className="btn primary" onClick={() => location.reload()}>
          {again}
        </button>
      </div>
    </main>
  )
}
