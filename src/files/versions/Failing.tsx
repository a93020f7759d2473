import { Component, type ReactNode } from 'react'
import { NotLoaded } from '../../widgets/NotLoaded.tsx'

/** An error boundary that shows a message in place of its content. */
export class Failing extends Component<{ text: string; children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false }
  static getDerivedStateFromError() {
    return { isBroken: true }
  }
  override render() {
    if (!this.state.isBroken) return this.props.children
    return <NotLoaded title={this.props.text} error={undefined} onRetry={() => this.setState({ isBroken: false })} />
  }
}
