import { Drawer, Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { type Board, PAGE_SECONDS, REFRESH_SECONDS } from '#contract/reports/board.ts'

type Props = { board: Board; onChange: (board: Board) => void; onClose: () => void }

/** The refresh interval of a board, and the time per page when presenting. */
export function SettingsDrawer({ board, onChange, onClose }: Props) {
  const { t } = useTranslation()
  const span = (seconds: number) =>
    seconds < 60
      ? t('reports.settings.seconds', { count: seconds })
      : t('reports.settings.minutes', { count: seconds / 60 })
  return (
    <Drawer open title={t('reports.settings.title')} onClose={onClose}>
      <Form layout="vertical">
        <Form.Item label={t('reports.settings.refresh')} htmlFor="board-refresh" extra={t('reports.settings.live')}>
          <Select
            id="board-refresh"
            value={board.refreshSeconds}
            options={REFRESH_SECONDS.map((value) => ({
              value,
              label: value ? span(value) : t('reports.settings.never'),
            }))}
            onChange={(refreshSeconds) => onChange({ ...board, refreshSeconds })}
          />
        </Form.Item>
        <Form.Item label={t('reports.settings.page')} htmlFor="board-page">
          <Select
            id="board-page"
            value={board.pageSeconds}
            options={PAGE_SECONDS.map((value) => ({ value, label: span(value) }))}
            onChange={(pageSeconds) => onChange({ ...board, pageSeconds })}
          />
        </Form.Item>
      </Form>
    </Drawer>
  )
}
