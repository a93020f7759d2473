import { Component, type ReactNode } from 'react'
import { Empty } from '../../widgets/Empty.tsx'

/** Says what failed where it stands, instead of taking the page along. */
export class Failing extends Component<{ text: string; children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false }
  static getDerivedStateFromError() {
    return { isBroken: true }
  }
  override render() {
    return this.state.isBroken ? <Empty title={this.props.text} /> : this.props.children
  }
}
