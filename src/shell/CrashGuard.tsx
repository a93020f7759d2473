import { Component, type ReactNode } from 'react'
import { Translation } from 'react-i18next'
import { PartFailure, reasonOf } from '#providers/failures.ts'

/** Without an answer a reload would lead to the browser's own page, and away from what this one says. */
const reloadIfReached = () =>
  fetch(location.href, { method: 'HEAD' }).then(
    () => location.reload(),
    () => {},
  )

/** An error boundary that keeps the frame when a page fails, and offers a reload. */
export class CrashGuard extends Component<{ children: ReactNode }, { broken: { by: unknown } | null }> {
  override state = { broken: null as { by: unknown } | null }

  static getDerivedStateFromError(by: unknown) {
    return { broken: { by } }
  }

  override render() {
    const { broken } = this.state
    if (!broken) return this.props.children
    return (
      <Translation>
        {(t) => (
          <div className="message-page" role="alert">
            <h1>{t('shell.crash')}</h1>
            <p>{broken.by instanceof PartFailure ? reasonOf(broken.by) : t('shell.crashHint')}</p>
            <div className="actions">
              <button type="button" className="btn primary" onClick={reloadIfReached}>
                {t('errors.retry')}
              </button>
            </div>
          </div>
        )}
      </Translation>
    )
  }
}
