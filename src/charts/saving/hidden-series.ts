/** Whether a series of a chart in this part of the page is hidden by its legend: pictures then lack it, figures don't. */
export const hasHiddenSeries = (place: HTMLElement | null | undefined): boolean =>
  Boolean(place?.querySelector('.chart-legend [aria-pressed="false"]'))
