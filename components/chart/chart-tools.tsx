'use client';
import { useLocale, useTranslations } from 'next-intl';
import { type RefObject, useState } from 'react';
import { AmountInput } from '@/components/money/amount-input';
import { formatPrice } from '@/components/money/format';
import { Button } from '@/components/ui/button';
import { SegmentedControl } from '@/components/ui/segmented-control';
import { Sheet } from '@/components/ui/sheet';
import { TextButton } from '@/components/ui/text-button';
import { showToast } from '@/components/ui/toast';
import type { DrawnCandle } from './candle-series';
import { CHART_STYLES, type ChartSettings, STUDIES } from './chart-settings';
import { ChartTable } from './chart-table';
import type { DrawnChart } from './draw-chart';
import type { Point } from './drawings';
import type { Drawings } from './use-drawings';

type Props = {
  isOpen: boolean;
  onClose(): void;
  symbol: string;
  settings: ChartSettings;
  onChange(change: Partial<ChartSettings>): void;
  drawn: Drawings;
  chart: RefObject<DrawnChart | null>;
  candles(): readonly DrawnCandle[];
  decimals: number;
};

/** How the chart is drawn, what is computed from it, what the user draws on it, and its figures as text and table. */
export function ChartTools({ isOpen, onClose, symbol, settings, onChange, drawn, chart, candles, decimals }: Props) {
  const t = useTranslations('Chart');
  const { studies } = settings;
  return (
    <Sheet closeLabel={t('close')} isOpen={isOpen} onClose={onClose} title={t('tools')}>
      <SegmentedControl
        label={t('style')}
        onChange={(style) => onChange({ style })}
        options={CHART_STYLES.map((value) => ({ value, label: t(`styles.${value}`) }))}
        value={settings.style}
      />
      <fieldset className="grid grid-cols-1">
        <legend className="pb-1 text-ink-2 text-small">{t('studies')}</legend>
        {STUDIES.map((study) => (
          <label className="flex min-h-11 items-center gap-3" key={study}>
            <input
              checked={studies.includes(study)}
              className="size-4.5 accent-accent"
              onChange={() =>
                onChange({ studies: STUDIES.filter((one) => (one === study ? !studies.includes(study) : studies.includes(one))) })
              }
              type="checkbox"
            />
            {t(`studyNames.${study}`)}
          </label>
        ))}
        <label className="flex min-h-11 items-center gap-3">
          <input
            checked={settings.hasProfile}
            className="size-4.5 accent-accent"
            onChange={() => onChange({ hasProfile: !settings.hasProfile })}
            type="checkbox"
          />
          {t('profile')}
        </label>
      </fieldset>
      <DrawingTools chart={chart} decimals={decimals} drawn={drawn} onClose={onClose} />
      <ChartTable candles={candles()} decimals={decimals} interval={settings.interval} symbol={symbol} />
    </Sheet>
  );
}

function DrawingTools({ chart, decimals, drawn, onClose }: Pick<Props, 'chart' | 'decimals' | 'drawn' | 'onClose'>) {
  const t = useTranslations('Chart');
  const locale = useLocale();
  const [level, setLevel] = useState('');
  const price = (value: number) => formatPrice(value.toFixed(decimals), { locale, decimals });
  const at = Number(level);
  const isLevel = level !== '' && Number.isFinite(at) && at > 0;
  const addLevel = () => {
    if (!isLevel) return;
    drawn.add({ id: crypto.randomUUID(), kind: 'level', price: at });
    setLevel('');
  };
  // The two ends are pointed out on the chart itself, which the sheet covers.
  const drawLine = () => {
    onClose();
    showToast(t('pickTwo'));
    let from: Point | null = null;
    void import('./draw-drawings').then(({ pickPoints }) => {
      const stop = chart.current?.extend((parts) =>
        pickPoints(parts, (point) => {
          if (from === null) {
            from = point;
            return;
          }
          stop?.();
          drawn.add({ id: crypto.randomUUID(), kind: 'line', from, to: point });
        }),
      );
    });
  };
  return (
    <section className="grid grid-cols-1 gap-2">
      <h3 className="text-ink-2 text-small">{t('drawings')}</h3>
      <AmountInput
        after={<TextButton disabled={!isLevel} onPress={addLevel} text={t('addLevel')} />}
        decimals={decimals}
        label={t('level')}
        locale={locale}
        onChange={setLevel}
        value={level}
      />
      <Button onClick={drawLine} size="small" variant="ghost">
        {t('drawLine')}
      </Button>
      <ul>
        {drawn.drawings.map((drawing) => (
          <li className="flex min-h-11 items-center justify-between gap-3 border-line border-b text-small" key={drawing.id}>
            <span>
              {drawing.kind === 'level'
                ? t('levelAt', { price: price(drawing.price) })
                : t('lineFromTo', { from: price(drawing.from.price), to: price(drawing.to.price) })}
            </span>
            <TextButton disabled={false} onPress={() => drawn.remove(drawing.id)} text={t('remove')} />
          </li>
        ))}
      </ul>
    </section>
  );
}
