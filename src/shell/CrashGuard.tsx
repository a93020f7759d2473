import { Component, type ReactNode } from 'react'
import { Translation } from 'react-i18next'

/** An error boundary that keeps the frame when a page fails, and offers a reload. */
export class CrashGuard extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    if (!this.state.isBroken) return this.props.children
    return (
      <Translation>
        {(t) => (
          <div className="message-page" role="alert">
            <h1>{t('shell.crash')}</h1>
            <p>{t('shell.crashHint')}</p>
            <div className="actions">
              <button type="button" className="btn primary" onClick={() => location.reload()}>
                {t('errors.retry')}
              </button>
            </div>
          </div>
        )}
      </Translation>
    )
  }
}
