#!/usr/bin/perl
# Draws documents with PDF::API2; the argument names a JSON file of jobs.

use strict;
use warnings;
use JSON::PP;
use PDF::API2;

open my $file, '<', $ARGV[0] or die "$ARGV[0]: $!";
my $jobs = decode_json(do { local $/; <$file> });
for my $job (@$jobs) {
    my $sheet = $job->{sheet};
    my $pdf = PDF::API2->new();
    $pdf->title($sheet->{title});
    $pdf->author($sheet->{author});
    my %faces = (0 => $pdf->font($sheet->{regular}), 1 => $pdf->font($sheet->{bold}));
    for my $drawn (@{ $sheet->{pages} }) {
        my $page = $pdf->page();
        $page->mediabox($sheet->{width}, $sheet->{height});
        my ($text, $graphics) = (undef, $page->graphics());
        for my $item (@{ $drawn->{items} }) {
            if ($item->{kind} eq 'line') {
                $graphics->stroke_color($item->{color});
                $graphics->line_width($item->{width});
                $graphics->move($item->{x1}, $item->{y1});
                $graphics->line($item->{x2}, $item->{y2});
                $graphics->stroke();
            } elsif ($item->{kind} eq 'fill') {
                $graphics->fill_color($item->{color});
                $graphics->rectangle($item->{x}, $item->{y}, $item->{x} + $item->{w}, $item->{y} + $item->{h});
                $graphics->fill();
            }
        }
        # Text goes into a content stream of its own, above the fills.
        $text = $page->text();
        for my $item (grep { $_->{kind} eq 'text' } @{ $drawn->{items} }) {
            $text->font($faces{ $item->{bold} ? 1 : 0 }, $item->{size});
            $text->fill_color($item->{color});
            $text->position(0, 0);
            $text->transform(translate => [ $item->{x}, $item->{y} ]);
            $text->text($item->{text}, align => $item->{align});
        }
    }
    $pdf->save($job->{out});
}
