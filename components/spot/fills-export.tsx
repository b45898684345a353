'use client';
import { useTranslations } from 'next-intl';
import { ExportRows } from '@/components/layout/export-rows';
import { useListFilter } from '@/components/layout/use-list-filter';
import { SPOT_ORDER_KINDS } from '@/lib/protocol/wire';

/** Spot fills of all markets as CSV, from the days that the address names. */
export function FillsExport() {
  const t = useTranslations('Spot');
  const { asked } = useListFilter(SPOT_ORDER_KINDS, null);
  return <ExportRows asked={asked} label={t('exportFills')} list="spot-fills" />;
}
