import { Button } from 'antd'
import { Component, type ReactNode } from 'react'
import { Translation } from 'react-i18next'
import { Empty } from '../../widgets/Empty.tsx'

/** Says what failed where it stands, instead of taking the page along. */
export class Failing extends Component<{ text: string; children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false }
  static getDerivedStateFromError() {
    return { isBroken: true }
  }
  override render() {
    if (!this.state.isBroken) return this.props.children
    return (
      <Empty title={this.props.text}>
        <Translation>
          {(t) => <Button onClick={() => this.setState({ isBroken: false })}>{t('errors.retry')}</Button>}
        </Translation>
      </Empty>
    )
  }
}
