import { Component, type ReactNode } from 'react'
import { NotLoaded } from '../../widgets/NotLoaded.tsx'

/** Says what failed where it stands, instead of taking the page along. */
export class Failing extends Component<{ text: string; children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false }
  static getDerivedStateFromError() {
    return { isBroken: true }
  }
  override render() {
    if (!this.state.isBroken) return this.props.children
    return <NotLoaded title={this.props.text} onRetry={() => this.setState({ isBroken: false })} />
  }
}
