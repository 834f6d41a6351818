<?php
// Draws documents with TCPDF; the argument names a JSON file of jobs.

require '/usr/share/php/tcpdf/tcpdf.php';

const FACES = ['sans' => 'helvetica', 'serif' => 'freeserif', 'dejavu' => 'dejavusans'];

function channels(string $color): array
{
    return array_map('hexdec', str_split(substr($color, 1), 2));
}

foreach (json_decode(file_get_contents($argv[1]), true) as $job) {
    $sheet = $job['sheet'];
    $face = FACES[$sheet['face']];
    $pdf = new TCPDF('P', 'pt', [$sheet['width'], $sheet['height']], true, 'UTF-8');
    $pdf->setPrintHeader(false);
    $pdf->setPrintFooter(false);
    $pdf->setAutoPageBreak(false);
    $pdf->setMargins(0, 0, 0);
    $pdf->setCellPadding(0);
    $pdf->setTitle($sheet['title']);
    $pdf->setAuthor($sheet['author']);
    foreach ($sheet['pages'] as $page) {
        $pdf->AddPage();
        foreach ($page['items'] as $item) {
            if ($item['kind'] === 'text') {
                $pdf->setFont($face, $item['bold'] ? 'B' : '', $item['size']);
                $pdf->setTextColor(...channels($item['color']));
                $share = ['left' => 0, 'center' => 0.5, 'right' => 1][$item['align']];
                $x = $item['x'] - $share * $pdf->GetStringWidth($item['text']);
                $y = $sheet['height'] - $item['y'] - $pdf->getFontAscent($face, $item['bold'] ? 'B' : '', $item['size']);
                $pdf->Text($x, $y, $item['text']);
            } elseif ($item['kind'] === 'line') {
                $pdf->setLineStyle(['width' => $item['width'], 'color' => channels($item['color'])]);
                $pdf->Line($item['x1'], $sheet['height'] - $item['y1'], $item['x2'], $sheet['height'] - $item['y2']);
            } elseif ($item['kind'] === 'fill') {
                $pdf->setFillColor(...channels($item['color']));
                $pdf->Rect($item['x'], $sheet['height'] - $item['y'] - $item['h'], $item['w'], $item['h'], 'F');
            }
        }
    }
    $pdf->Output($job['out'], 'F');
}
