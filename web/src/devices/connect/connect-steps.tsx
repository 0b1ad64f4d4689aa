import { IconPointFilled } from '@tabler/icons-react';
import type { NewDeviceAnswer } from '@vedette/contract/device';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { buttonLook } from '../../ui/button-look.ts';
import { Card } from '../../ui/card.tsx';
import { AgentSetup } from './agent-setup.tsx';
import { KeyAndCurl, KeyShownOnce } from './device-key.tsx';
import { FirstHeartbeat } from './first-heartbeat.tsx';
import { FirstReport, type FollowReports } from './first-report.tsx';

type Props = { device: NewDeviceAnswer; followReports: FollowReports };

export function ConnectSteps({ device: { device_id: id, name, key }, followReports }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had the focus is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="text-2xl font-semibold tracking-tight wrap-anywhere outline-none">
        {`Connect ${name}`}
      </h1>
      <KeyShownOnce />
      <Step title="1. What the camera's machine needs">
        <ul className="grid gap-2 text-sm">
          <Need>
            Node.js 20.19 or newer, ffmpeg 5.1 or newer (on Debian: apt-get install ffmpeg), and a clone of Vedette.
          </Need>
          <Need>
            An object-detection model as an ONNX file (YOLOv8, YOLO11, YOLOv5, end-to-end or DETR). Vedette brings none:
            what a model finds, and what it misses, is for your site to try before you rely on it.
          </Need>
          <Need>{`A way to the camera, and to this server at ${window.location.origin}.`}</Need>
        </ul>
      </Step>
      <Step title="2. Start the agent">
        <AgentSetup name={name} deviceKey={key} />
      </Step>
      <Step title="3. See it arrive">
        <div className="grid gap-3">
          <FirstHeartbeat deviceId={id} />
          <FirstReport deviceId={id} followReports={followReports} />
        </div>
      </Step>
      <Step title="Without the agent">
        <p className="mb-3 text-sm text-muted">A device that finds weapons by itself reports with the key.</p>
        <div className="grid gap-4">
          <KeyAndCurl deviceKey={key} />
        </div>
      </Step>
      <Link to={`/devices/${id}`} className={buttonLook({ size: 'large' })}>
        Done
      </Link>
    </>
  );
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="p-5 sm:p-6">
      <h2 className="mb-3 font-semibold">{title}</h2>
      {children}
    </Card>
  );
}

function Need({ children }: { children: string }) {
  return (
    <li className="flex items-start gap-3">
      <IconPointFilled size="0.75rem" className="mt-1 shrink-0 text-muted" aria-hidden="true" />
      <span>{children}</span>
    </li>
  );
}
