let leavingFor = ''

/** Leaves the page for an address; the first one stays, whatever else fails meanwhile. */
export function leaveFor(path: string): void {
  leavingFor ||= path
  location.assign(leavingFor)
}
export const isLeaving = (): boolean => leavingFor !== ''
