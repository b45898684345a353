import { describe, expect, it } from 'vitest';
import { findTab, offeredTabs } from './record-tabs';

describe('records hub', () => {
  it('shows tabs of offered kinds only', () => {
    expect(offeredTabs(['spot', 'faucet']).map((tab) => tab.type)).toEqual(['all', 'trade', 'other']);
  });
  it('opens the tab that the address names, and the first without a name', () => {
    const tabs = offeredTabs(['spot']);
    expect([findTab(tabs, '4')?.type, findTab(tabs, undefined)?.type]).toEqual(['trade', 'all']);
  });
  it('knows no tab of a kind that is not offered, nor of other texts', () => {
    const tabs = offeredTabs(['spot']);
    expect([findTab(tabs, '5'), findTab(tabs, '99'), findTab(tabs, '')]).toEqual([null, null, null]);
  });
});
