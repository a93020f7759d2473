import { currentLang } from '#providers/i18n.ts'

/** Texts are inlined in both languages, because the language files may not have loaded. */
const words = {
  zh: { title: '系统可能正在升级', hint: '暂时无法打开本站，请稍后重试。', again: '重试' },
  en: {
    title: 'The system may be upgrading',
    hint: 'The site cannot be opened right now. Please try again in a moment.',
    again: 'Try again',
  },
}

/** Shown instead of the site when startup failed. Source: spec section 4, Startup. */
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
