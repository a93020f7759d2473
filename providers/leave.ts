let leavingFor = ''

/** Leaves the page for an address; the first one stays, whatever else fails meanwhile. */
export function leavePage(path: string): void {
  leavingFor ||= path
  location.assign(leavingFor)
}
/** Leaves the page for an address once `work` has ended. */
export async function leavePageAfter(work: Promise<unknown>, path: string): Promise<void> {
  leavingFor ||= path
  await work
  location.assign(leavingFor)
}
export const isLeaving = (): boolean => leavingFor !== ''
