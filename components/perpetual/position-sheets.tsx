'use client';
import type { PerpetualMarketTerms, PerpetualOrder, Position } from '@/lib/dto/perpetual';
import { CloseSheet } from './close-sheet';
import { MarginSheet } from './margin-sheet';
import { PositionLeverageSheet } from './position-leverage-sheet';
import { TriggerSheet } from './trigger-sheet';

export type PositionTask = 'close' | 'leverage' | 'margin' | 'triggers';
type Props = {
  task: PositionTask | null;
  position: Position;
  terms: PerpetualMarketTerms;
  onClose: () => void;
  onClosed: (order: PerpetualOrder) => void;
};

/** The sheets of one position, of which at most one is open. */
export function PositionSheets({ task, onClosed, ...rest }: Props) {
  return (
    <>
      <CloseSheet isOpen={task === 'close'} onClosed={onClosed} {...rest} />
      <MarginSheet isOpen={task === 'margin'} {...rest} />
      <PositionLeverageSheet isOpen={task === 'leverage'} {...rest} />
      <TriggerSheet isOpen={task === 'triggers'} {...rest} />
    </>
  );
}
